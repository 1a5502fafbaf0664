import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useQuery } from '@tanstack/react-query'

import { call } from '#platform/api.ts'

const maxSurveys = 1000

/** Returns the surveys with their names, newest first; undefined until they are loaded. */
export const useSurveyNames = () =>
  useQuery({
    queryKey: ['survey-names'],
    queryFn: async ({ signal }) =>
      (await call(listSurveys, { query: { limit: maxSurveys }, signal })).rows.map(({ id, label }) => ({
        id,
        label,
      })),
  }).data
