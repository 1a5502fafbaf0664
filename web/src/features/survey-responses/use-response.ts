import {
  getHistory,
  getNeighbours,
  getSurveyResponse,
  listComments,
  listImages,
} from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import { queryOptions, useQueries, useQuery } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { useRecord } from '#platform/use-record.ts'

import { surveyResponsesList } from './list.ts'
import { paths } from './paths.ts'
import type { ListAddress } from './paths.ts'

/** Everything about one response begins with this, for whoever has changed it. */
export const responseKey = (id: string) => ['survey-responses', id]

export const responseQuery = (id: string) =>
  queryOptions({
    queryKey: responseKey(id),
    queryFn: ({ signal }) => call(getSurveyResponse, { params: { id }, signal }),
  })

/** A version of a questionnaire never changes. */
const masterQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['survey-masters', id, version],
    queryFn: ({ signal }) =>
      call(getSurveyMaster, { params: { id }, query: { version: String(version) }, signal }),
    staleTime: Infinity,
  })

/** Signed addresses end after ten minutes. */
const imagesLiveMs = 8 * 60_000

/** One response with its questionnaire; a failure leads to the list. spec §2 */
export const useResponse = (id: string) => {
  const record = useRecord({
    key: responseKey(id),
    load: (signal) => call(getSurveyResponse, { params: { id }, signal }),
    onFailure: paths.list(),
  })
  const master = useMaster(record)
  return record && master ? { record, master } : undefined
}

const useMaster = (record: SurveyResponse | undefined) =>
  useQuery({
    ...masterQuery(record?.surveyId ?? '', record?.surveyVersion ?? 0),
    enabled: record !== undefined,
  }).data

export const useStoredImages = (id: string, isThere = true) =>
  useQuery({
    queryKey: [...responseKey(id), 'images'],
    queryFn: ({ signal }) => call(listImages, { params: { id }, signal }),
    enabled: isThere,
    staleTime: imagesLiveMs,
    refetchInterval: imagesLiveMs,
  }).data

/** What was said and done about a response. */
export const useStory = (id: string) => {
  const [comments, history] = useQueries({
    queries: [
      {
        queryKey: [...responseKey(id), 'comments'],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(listComments, { params: { id }, signal }),
      },
      {
        queryKey: [...responseKey(id), 'history'],
        queryFn: ({ signal }: { signal: AbortSignal }) => call(getHistory, { params: { id }, signal }),
      },
    ],
  })
  return { comments: comments.data, history: history.data }
}

/** What comes before and after it in the list that the address describes. */
export const neighboursQuery = (id: string, address: ListAddress) => {
  const query = surveyResponsesList.criteria(surveyResponsesList.read(address))
  return queryOptions({
    queryKey: [...responseKey(id), 'neighbours', query],
    queryFn: ({ signal }) => call(getNeighbours, { params: { id }, query, signal }),
    // Where it stood when it was opened: what is decided here must not move the ground.
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Asked for once it is known to be there. */
export const useNeighbours = (id: string, address: ListAddress, isThere: boolean) =>
  useQuery({ ...neighboursQuery(id, address), enabled: isThere }).data
