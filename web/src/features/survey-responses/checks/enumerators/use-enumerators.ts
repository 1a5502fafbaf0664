import { listEnumerators } from '@baseline/contract/survey-responses/enumerators.ts'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'

import { call } from '#platform/api.ts'

import { useChosenSurvey } from '../use-chosen-survey.ts'
import type { EnumeratorsAddress } from './paths.ts'

const { orderBy, offset } = listEnumerators.query.shape

/** Ignores invalid parameters, like every list. */
const readAddress = (search: Record<string, unknown>) => ({
  orderBy: orderBy.catch('findings_DESC').parse(search['orderBy']),
  offset: offset.catch(0).parse(search['offset']),
})

/** Returns the surveys, the chosen one, and a page of its enumerators. */
export const useEnumerators = () => {
  const search: Record<string, unknown> = useSearch({ strict: false })
  const address = useMemo(() => readAddress(search), [search])
  const { surveys, survey, ...surveyList } = useChosenSurvey()
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
    surveys,
    survey,
    address: shown,
    list: list.data,
    error: surveys ? (list.data ? null : list.error) : surveyList.error,
    retry: () => void (surveys ? list : surveyList).refetch(),
  }
}
