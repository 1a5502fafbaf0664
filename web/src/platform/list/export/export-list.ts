import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { sheetLimits } from '@baseline/tabular/cell-xml.ts'

import { queryString } from '../../api-client.ts'
import { call } from '../../api.ts'
import { ApiError } from '../../errors.ts'
import { chosenLanguage, label } from '../../i18n.ts'
import { identity } from '../../identity.ts'
import type { Column } from '../columns.tsx'
import type { ListDefinition, ListRoute } from '../list-definition.ts'
import type { ListState } from '../list-state.ts'
import type { ExportedColumn } from './cells.ts'
import type { ExportMessage, ExportRequest } from './messages.ts'

/** The properties of a column that an export needs, for any type of row. */
export interface AnyColumn extends Pick<Column<never>, 'label' | 'kind'> {
  key: string
  exportAs?: { field: string; labels: readonly [no: MessageKey, yes: MessageKey] }
}

/** Maximum rows of a sheet, without the header. */
const maxRows = sheetLimits.rows - 1

/** Returns the labels of a column's values, taken from its filter. */
const valueLabels = <R extends ListRoute>(
  list: ListDefinition<R>,
  { key, exportAs }: AnyColumn,
): ExportedColumn['labels'] => {
  if (exportAs) return { false: label(exportAs.labels[0]), true: label(exportAs.labels[1]) }
  const field = list.filters.find(({ name }) => name === key || name === `${key}s`)
  return field && 'choices' in field
    ? Object.fromEntries(field.choices.map((choice) => [choice.value, label(choice.label)]))
    : undefined
}

/**
 * Returns all columns of the list, shown or not, except pictures. The headers of times name the time zone.
 */
export const toExportColumns = <R extends ListRoute>(
  list: ListDefinition<R>,
  columns: readonly AnyColumn[],
  zone: string,
): ExportedColumn[] =>
  columns
    .filter(({ kind }) => kind !== 'picture')
    .map((column) => {
      const { key, kind, exportAs } = column
      const labels = valueLabels(list, column)
      return {
        header: kind === 'time' ? `${label(column.label)} (${zone})` : label(column.label),
        field: exportAs?.field ?? key,
        ...((kind === 'time' || kind === 'date') && { kind }),
        ...(labels && { labels }),
      }
    })

interface ExportedList<R extends ListRoute> {
  list: ListDefinition<R>
  state: ListState
  zone: string
  count: number
  countIsEstimate: boolean
}

/** Whether the list exceeds the rows of an Excel sheet; checked before the export starts. */
export const isTooLong = async <R extends ListRoute>(
  { list, state, zone, count, countIsEstimate }: ExportedList<R>,
  signal: AbortSignal,
): Promise<boolean> => {
  if (!countIsEstimate) return count > maxRows
  const query = { ...list.criteria(state, zone), limit: 1, offset: maxRows }
  // Every list accepts these parameters and returns rows, which the contract's types cannot express for any
  // route.
  const callList = call as (route: ListRoute, request: object) => Promise<{ rows: unknown[] }>
  return (await callList(list.route, { query, signal })).rows.length > 0
}

interface ExportHandlers {
  signal: AbortSignal
  onRows: (rows: number) => void
}

export interface ExportResult {
  file: Blob
  rows: number
  truncated: number
}

const parseErrorBody = (text: string): ConstructorParameters<typeof ApiError>[1] => {
  try {
    return JSON.parse(text) as ConstructorParameters<typeof ApiError>[1] // the contract's error body
  } catch {
    return { message: text }
  }
}

/**
 * Creates the file in a worker, so that the screen stays responsive; aborting terminates the worker and its
 * call.
 */
export const exportList = async <R extends ListRoute>(
  { list, state, zone }: Pick<ExportedList<R>, 'list' | 'state' | 'zone'>,
  columns: readonly ExportedColumn[],
  { signal, onRows }: ExportHandlers,
): Promise<ExportResult> => {
  const token = await identity.getToken()
  if (!token) throw new ApiError(401, { code: 'errors.unauthenticated' })
  const request: ExportRequest = {
    url: new URL(`/api${list.route.path}${queryString(list.criteria(state, zone))}`, location.href).href,
    headers: {
      Authorization: `Bearer ${token}`,
      'Accept-Language': chosenLanguage(),
      Accept: 'application/json',
    },
    columns,
    timeZone: zone,
  }
  const worker = new Worker(new URL('./export-worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<ExportResult>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('cancelled', 'AbortError')))
      worker.addEventListener('error', () => reject(new Error('the worker failed')))
      worker.addEventListener('message', ({ data }: MessageEvent<ExportMessage>) => {
        if (data.kind === 'progress') onRows(data.rows)
        else if (data.kind === 'done') resolve(data)
        else if (data.kind === 'refused') reject(new ApiError(data.status, parseErrorBody(data.body)))
        else reject(new ApiError(0, {}))
      })
      // A worker has no target origin.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      worker.postMessage(request)
    })
  } finally {
    worker.terminate()
  }
}
