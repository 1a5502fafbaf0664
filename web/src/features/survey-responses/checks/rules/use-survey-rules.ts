import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'

import { call } from '#platform/api.ts'

import { chooseSurvey } from './choose-survey.ts'
import { useRules } from './use-rules.ts'

const maxSurveys = 1000

/** Returns the surveys, the one that the address names, and its rules. */
export const useSurveyRules = () => {
  const { survey: id }: Record<string, unknown> = useSearch({ strict: false })
  const { data: surveys, ...surveyList } = useQuery({
    queryKey: ['survey-list', 'all'],
    queryFn: async ({ signal }) => (await call(listSurveys, { query: { limit: maxSurveys }, signal })).rows,
    meta: { handlesErrors: true },
  })
  const survey = surveys && chooseSurvey(surveys, typeof id === 'string' ? id : undefined)
  const { data: list, isFetchedAfterMount, ...rules } = useRules(survey?.id)
  const failed = surveys ? rules : surveyList
  return {
    surveys,
    survey,
    list,
    /** Whether the rules are newer than this screen. */
    isFresh: isFetchedAfterMount,
    error: list ? null : failed.error,
    retry: () => void failed.refetch(),
  }
}
