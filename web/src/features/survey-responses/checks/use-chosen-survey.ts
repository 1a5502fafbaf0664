import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'

import { call } from '#platform/api.ts'

import { chooseSurvey } from './choose-survey.ts'

const maxSurveys = 1000

/** Returns the surveys, and the one that the screen shows. */
export const useChosenSurvey = () => {
  const { survey: id }: Record<string, unknown> = useSearch({ strict: false })
  const { data, error, refetch } = useQuery({
    queryKey: ['survey-list', 'all'],
    queryFn: async ({ signal }) => (await call(listSurveys, { query: { limit: maxSurveys }, signal })).rows,
    meta: { handlesErrors: true },
  })
  return {
    surveys: data,
    survey: data && chooseSurvey(data, typeof id === 'string' ? id : undefined),
    error,
    refetch,
  }
}
