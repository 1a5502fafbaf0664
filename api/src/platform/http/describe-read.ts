import type { Route } from '@baseline/contract/http.ts'
import type { FastifyRequest } from 'fastify'

import { shortenFilter } from '../read-log.ts'
import type { Read } from '../read-log.ts'

/** Counts the records of a response: a page, a list or one record. */
const countRecords = ({ reads }: Route, response: unknown): number => {
  // The route declares `count` for its own response.
  if (reads?.count) return (reads.count as (response: unknown) => number)(response)
  if (reads?.kind === 'record') return 1
  if (Array.isArray(response)) return response.length
  const { rows } = response as { rows: unknown[] } // any other list is a page
  return rows.length
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** Returns the parameters that choose the records of a list, without order and page. */
const filterOf = ({ params, query }: Pick<FastifyRequest, 'params' | 'query'>): object => {
  const { filter, orderBy: _order, limit: _limit, offset: _offset, ...others } = isObject(query) ? query : {}
  return { ...(isObject(params) ? params : {}), ...others, ...(isObject(filter) ? filter : {}) }
}

const recordIdOf = ({ params }: Pick<FastifyRequest, 'params'>): string | null =>
  isObject(params) && typeof params['id'] === 'string' ? params['id'] : null

/** Describes what a call has read, for the read log; undefined if the call reads no personal data. */
export const describeRead = (
  route: Route,
  request: Pick<FastifyRequest, 'actor' | 'params' | 'query'>,
  sent: { response: unknown } | { streamedRows: number },
): Read | undefined => {
  const userId = request.actor?.userId
  if (!route.reads || userId === undefined) return undefined
  const { entity, kind } = route.reads
  if ('streamedRows' in sent)
    return {
      userId,
      entity,
      kind: 'wholeList',
      recordId: null,
      filter: shortenFilter(filterOf(request)),
      recordCount: sent.streamedRows,
    }
  return {
    userId,
    entity,
    kind,
    recordId: kind === 'list' ? null : recordIdOf(request),
    filter: kind === 'list' ? shortenFilter(filterOf(request)) : null,
    recordCount: countRecords(route, sent.response),
  }
}
