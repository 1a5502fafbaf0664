import { getSurveyMaster, listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { call } from '#platform/api.ts'

const maxSurveys = 1000

/**
 * Returns the open surveys, the chosen one and its questionnaire. A single survey is chosen automatically.
 */
export const useOpenSurveys = () => {
  const { data: surveys } = useQuery({
    queryKey: ['survey-list', 'open'],
    queryFn: async ({ signal }) =>
      (await call(listSurveys, { query: { filter: { status: ['open'] }, limit: maxSurveys }, signal })).rows,
  })
  const [pickedId, choose] = useState<string>()
  const surveyId = pickedId ?? (surveys?.length === 1 ? surveys[0]?.id : undefined)
  const { data: master } = useQuery({
    queryKey: ['survey-masters', surveyId, 'latest'],
    queryFn: ({ signal }) => call(getSurveyMaster, { params: { id: surveyId ?? '' }, query: {}, signal }),
    enabled: surveyId !== undefined,
  })
  return { surveys, surveyId, choose, master }
}
