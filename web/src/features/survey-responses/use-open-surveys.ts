import { getSurveyMaster, listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#platform/api.ts'

const mostSurveys = 1000

/**
 * Returns the open surveys, the chosen one and its questionnaire. A single survey is chosen automatically.
 */
export const useOpenSurveys = () => {
  const { data: surveys } = useQuery({
    queryKey: ['survey-list', 'open'],
    queryFn: async ({ signal }) =>
      (await call(listSurveys, { query: { filter: { status: ['open'] }, limit: mostSurveys }, signal })).rows,
  })
  const [picked, choose] = useState<string>()
  const chosen = picked ?? (surveys?.length === 1 ? surveys[0]?.id : undefined)
  const { data: master } = useQuery({
    queryKey: ['survey-masters', chosen, 'latest'],
    queryFn: ({ signal }) => call(getSurveyMaster, { params: { id: chosen ?? '' }, query: {}, signal }),
    enabled: chosen !== undefined,
  })
  return { surveys, chosen, choose, master }
}
