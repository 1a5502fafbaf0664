import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { answersView } from '../answers/load-answers-view.ts'

/** Queries that follow each other leave shorter gaps than this. */
const quietMs = 300

/**
 * Returns true once everything that a reviewer decides by has arrived. The map is larger than the rest of the page and
 * would take a slow line away from the answers.
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
