import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { answersView } from '../answers/load-answers-view.ts'

/** Longer than the gaps between consecutive queries. */
const quietMs = 300

/**
 * Returns true once all data for a decision has loaded. The map is larger than the rest of the page and would
 * delay the answers on a slow connection.
 */
export const useMapTurn = (): boolean => {
  const isQuiet = useIsFetching() === 0
  const [hasAnswers, setHasAnswers] = useState(false)
  const [isTurn, setIsTurn] = useState(false)
  useEffect(() => {
    const done = () => setHasAnswers(true)
    answersView.then(done, done)
  }, [])
  useEffect(() => {
    if (!isQuiet || !hasAnswers) return undefined
    const timer = setTimeout(() => setIsTurn(true), quietMs)
    return () => clearTimeout(timer)
  }, [isQuiet, hasAnswers])
  return isTurn
}
