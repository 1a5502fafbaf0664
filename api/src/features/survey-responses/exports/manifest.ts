import { smallCellSize } from '@baseline/contract/personal-data.ts'
import type { SmallCells } from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import { personalColumns } from '@baseline/contract/survey-responses/personal-columns.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'

import type { ExportLocale } from './column.ts'

/** Name and size of one sheet or file of an export. */
export interface Piece {
  name: string
  rows: number
  /** Only for files. */
  sha256?: string
}

/** Metadata of an export, except its pieces. */
export type ExportMetadata = Readonly<Record<string, unknown>>

/** Filters that may contain personal data. `search` and `answers` may be names, and `area` a square with one house. */
const personalFilters: readonly string[] = [...personalColumns, 'search', 'area', 'answers']

/**
 * Returns the filter for the manifest. Without personal data, lists the names of personal filters without
 * their values.
 */
export const describeFilter = ({
  filter,
  personalData,
}: {
  filter: SurveyResponseFilter
  personalData: boolean
}) => {
  if (personalData) return { filter }
  const setFilters = new Map(Object.entries(filter).filter(([, value]) => value !== undefined))
  const withheldFilters = personalFilters.filter((name) => setFilters.has(name))
  for (const name of withheldFilters) setFilters.delete(name)
  return {
    filter: Object.fromEntries(setFilters),
    ...(withheldFilters.length > 0 && { filterWithheld: withheldFilters }),
  }
}

/** Returns the number of small cells for the manifest, with a warning as text. */
export const describeSmallCells = (smallCells: SmallCells, { t }: Pick<ExportLocale, 't'>) => ({
  smallCells: { ...smallCells, below: smallCellSize },
  ...(smallCells.count > 0 && {
    warning: t('entities.surveyExports.smallCells.warning', {
      count: smallCells.count,
      responses: smallCells.responses,
      size: smallCellSize,
      columns: smallCells.columns.join(', '),
    }),
  }),
})

export const manifestOf = (metadata: ExportMetadata, rowCount: number, pieces: readonly Piece[]) => ({
  ...metadata,
  rowCount,
  pieces,
})

const toText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

/** Flattens the manifest to rows of a sheet: `filter.status.0`, `approved`. */
export const manifestLines = (value: unknown, path = ''): CellValue[][] => {
  if (value === null || value === undefined) return []
  if (typeof value !== 'object')
    return [[path, typeof value === 'number' || typeof value === 'boolean' ? value : toText(value)]]
  return Object.entries(value).flatMap(([name, inner]) =>
    manifestLines(inner, path ? `${path}.${name}` : name),
  )
}
