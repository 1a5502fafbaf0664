import { listEnumerators } from '@baseline/contract/survey-responses/enumerators.ts'
import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

import { call } from '#platform/api.ts'

import { chooseSurvey } from '../rules/choose-survey.ts'
import type { EnumeratorsAddress } from './paths.ts'

const maxSurveys = 1000

const { orderBy, offset } = listEnumerators.query.shape

/** Ignores invalid parameters, like every list. */
const readAddress = (search: Record<string, unknown>) => ({
  survey: typeof search['survey'] === 'string' ? search['survey'] : undefined,
  orderBy: orderBy.catch('findings_DESC').parse(search['orderBy']),
  offset: offset.catch(0).parse(search['offset']),
})

/** Returns the surveys, the chosen one, and a page of its enumerators. */
export const useEnumerators = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const address = useMemo(() => readAddress(search), [search])
  const surveyList = useQuery({
    queryKey: ['survey-list', 'all'],
    queryFn: async ({ signal }) => (await call(listSurveys, { query: { limit: maxSurveys }, signal })).rows,
    meta: { handlesErrors: true },
  })
  const survey = surveyList.data && chooseSurvey(surveyList.data, address.survey)
  const query = { orderBy: address.orderBy, offset: address.offset }
  const list = useQuery({
    queryKey: ['enumerators', survey?.id, query],
    queryFn: ({ signal }) => call(listEnumerators, { params: { id: survey?.id ?? '' }, query, signal }),
    enabled: survey !== undefined,
    placeholderData: (previous, previousQuery) =>
      previousQuery?.queryKey[1] === survey?.id ? keepPreviousData(previous) : undefined,
    meta: { handlesErrors: true },
  })
  const shown: EnumeratorsAddress & { orderBy: string; offset: number } = { ...address, survey: survey?.id }
  return {
    surveys: surveyList.data,
    survey,
    address: shown,
    list: list.data,
    error: surveyList.data ? (list.data ? null : list.error) : surveyList.error,
    retry: () => void (surveyList.data ? list : surveyList).refetch(),
  }
}
