import {
  getHistory,
  getNeighbours,
  getSurveyResponse,
  listComments,
  listImages,
} from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { listSubmissions } from '@baseline/contract/survey-responses/submissions.ts'
import { getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { QueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { useListZone } from '#platform/list/use-filter-records.ts'
import { installationTimeZone } from '#platform/time.ts'
import { useRecord } from '#platform/use-record.ts'

import { answerQueriesQuery } from './answer-queries/use-answer-queries.ts'
import { flagsQuery } from './checks/use-flags.ts'
import { queueOf } from './desk/paths.ts'
import { surveyResponsesList } from './list.ts'
import { paths } from './paths.ts'
import type { ListAddress } from './paths.ts'
import { responseKey } from './response-key.ts'

export const responseQuery = (id: string) =>
  queryOptions({
    queryKey: responseKey(id),
    queryFn: ({ signal }) => call(getSurveyResponse, { params: { id }, signal }),
  })

/** A version of a questionnaire never changes. */
export const masterQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: ['survey-masters', id, version],
    queryFn: ({ signal }) =>
      call(getSurveyMaster, { params: { id }, query: { version: String(version) }, signal }),
    staleTime: Infinity,
  })

/** Signed URLs expire after ten minutes. */
const imagesLifetimeMs = 8 * 60_000

const imagesQuery = (id: string) =>
  queryOptions({
    queryKey: [...responseKey(id), 'images'],
    queryFn: ({ signal }) => call(listImages, { params: { id }, signal }),
    staleTime: imagesLifetimeMs,
  })

const commentsQuery = (id: string) =>
  queryOptions({
    queryKey: [...responseKey(id), 'comments'],
    queryFn: ({ signal }) => call(listComments, { params: { id }, signal }),
  })

const historyQuery = (id: string) =>
  queryOptions({
    queryKey: [...responseKey(id), 'history'],
    queryFn: ({ signal }) => call(getHistory, { params: { id }, signal }),
  })

const submissionsQuery = (id: string) =>
  queryOptions({
    queryKey: [...responseKey(id), 'submissions'],
    queryFn: ({ signal }) => call(listSubmissions, { params: { id }, signal }),
  })

/**
 * Returns one response with its questionnaire. If loading fails, goes to the list. spec §2 A view may show
 * the prefetched copy while it is fetched again, because a decision sends the version on screen. A form must
 * not, because its fields would keep the old values.
 */
export const useResponse = (id: string, { mayShowCached = false } = {}) => {
  const record = useRecord({
    key: responseKey(id),
    load: (signal) => call(getSurveyResponse, { params: { id }, signal }),
    onFailure: paths.list(),
    mayShowCached,
  })
  const master = useMaster(record)
  return record && master ? { record, master } : undefined
}

/** Returns the version of the questionnaire that a record was filled in with. */
export const useMaster = (record: Pick<SurveyResponse, 'surveyId' | 'surveyVersion'> | undefined) =>
  useQuery({
    ...masterQuery(record?.surveyId ?? '', record?.surveyVersion ?? 0),
    enabled: record !== undefined,
  }).data

/** Prefetches all data of the view of a response, so that it opens immediately on a slow connection. */
export const prefetchResponse = async (
  queries: QueryClient,
  id: string,
  { withFlags }: { withFlags: boolean },
): Promise<void> => {
  // Failures are not shown: the view fetches again when it opens.
  const meta = { handlesErrors: true }
  void queries.prefetchQuery({ ...imagesQuery(id), meta })
  void queries.prefetchQuery({ ...commentsQuery(id), meta })
  void queries.prefetchQuery({ ...historyQuery(id), meta })
  void queries.prefetchQuery({ ...submissionsQuery(id), meta })
  void queries.prefetchQuery({ ...answerQueriesQuery(id), meta })
  if (withFlags) void queries.prefetchQuery({ ...flagsQuery(id), meta })
  const record = await queries.fetchQuery({ ...responseQuery(id), meta }).catch(() => undefined)
  if (record) await queries.prefetchQuery({ ...masterQuery(record.surveyId, record.surveyVersion), meta })
}

export const useStoredImages = (id: string, isRecordLoaded = true) =>
  useQuery({ ...imagesQuery(id), enabled: isRecordLoaded, refetchInterval: imagesLifetimeMs }).data

/** Returns the interviews that phones sent for a response. */
export const useSubmissions = (id: string) => useQuery(submissionsQuery(id)).data

/** Returns the comments on a response and its history. */
export const useStory = (id: string) => {
  const comments = useQuery(commentsQuery(id))
  const history = useQuery(historyQuery(id))
  return { comments: comments.data, history: history.data }
}

/** Loads the previous and next response in the list that the address describes. */
const neighboursQuery = (id: string, address: ListAddress, zone: string) => {
  const query = surveyResponsesList.criteria(surveyResponsesList.read(address), zone)
  return queryOptions({
    queryKey: [...responseKey(id), 'neighbours', query],
    queryFn: ({ signal }) => call(getNeighbours, { params: { id }, query, signal }),
    // Never refetched: a decision must not change the position of an open response in the list.
    staleTime: Infinity,
    gcTime: 0,
  })
}

/** Returns the neighbours once the record is loaded, and a function that waits for them. The review queue has none. */
export const useNeighbours = (id: string, address: ListAddress, isRecordLoaded: boolean) => {
  const queries = useQueryClient()
  const zone = useListZone(surveyResponsesList, surveyResponsesList.read(address).filter)
  const query = neighboursQuery(id, address, zone ?? installationTimeZone())
  const isNeeded = isRecordLoaded && !queueOf(address)
  const { data } = useQuery({ ...query, enabled: isNeeded && zone !== undefined })
  const untilReady = async () => (isNeeded ? queries.ensureQueryData(query) : undefined)
  return { neighbours: data, untilReady }
}
