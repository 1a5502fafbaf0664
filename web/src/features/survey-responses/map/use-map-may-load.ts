import { useIsFetching } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

import { answersView } from '../answers/load-answers-view.ts'

/** Longer than the gaps between consecutive queries. */
const idleMs = 300

/**
 * Returns true once all data for a decision has loaded. The map is larger than the rest of the page and would
 * delay the answers on a slow connection.
 */
export const useMapMayLoad = (): boolean => {
  const isIdle = useIsFetching() === 0
  const [hasAnswers, setHasAnswers] = useState(false)
  const [mayLoad, setMayLoad] = useState(false)
  useEffect(() => {
    const markAnswered = () => setHasAnswers(true)
    answersView.then(markAnswered, markAnswered)
  }, [])
  useEffect(() => {
    if (!isIdle || !hasAnswers) return undefined
    const timer = setTimeout(() => setMayLoad(true), idleMs)
    return () => clearTimeout(timer)
  }, [isIdle, hasAnswers])
  return mayLoad
}
