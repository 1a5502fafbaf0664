import { useQueryClient } from '@tanstack/react-query'

import { listKey } from '#platform/list/use-list.ts'

import { surveysList } from './list.ts'
import { surveyKey } from './query-keys.ts'

/** Fetches again what a change of a survey may have changed, also on screens of responses. */
export const useRefreshSurvey = () => {
  const queries = useQueryClient()
  return (id: string): void => {
    for (const queryKey of [
      listKey(surveysList.name),
      surveyKey(id),
      ['survey-list'],
      ['survey-masters'],
      ['searchable-questions', id],
    ])
      void queries.invalidateQueries({ queryKey })
  }
}
