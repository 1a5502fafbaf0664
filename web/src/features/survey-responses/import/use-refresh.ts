import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

import { listKey } from '#platform/list/use-list.ts'

import { surveyResponsesList } from '../list.ts'

/** Returns a function that invalidates the list, so that it shows the imported responses. */
export const useRefresh = (): (() => void) => {
  const queries = useQueryClient()
  return useCallback(
    () => void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) }),
    [queries],
  )
}
