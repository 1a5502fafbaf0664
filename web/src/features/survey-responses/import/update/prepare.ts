import { surveyResponses as en } from '@baseline/contract/survey-responses/messages.en.ts'
import { surveyResponses as pt } from '@baseline/contract/survey-responses/messages.pt-BR.ts'
import type { SurveyResponse, SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyDefinition, SurveyMaster } from '@baseline/contract/surveys/master.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'

import { chosenLanguage } from '#platform/i18n.ts'
import type { CellProblem, CheckedRow } from '#platform/importer/checked-row.ts'
import { fold, idColumn } from '#platform/importer/columns.ts'
import type { ImportColumn, ImportSheet } from '#platform/importer/columns.ts'
import { unpackRow } from '#platform/importer/file-row.ts'
import type { ReadFile, ReadProgress } from '#platform/importer/import-worker.ts'
import { locate } from '#platform/importer/locate.ts'
import type { PreparedRows } from '#platform/importer/use-importer.ts'

import { compareRow } from './compare-row.ts'
import type { Comparison, ComparisonContext } from './compare-row.ts'
import { formatDifferences, statusNote } from './format-differences.ts'

/** Request data of a changed row. */
interface Update {
  id: string
  version: number
  data: SurveyResponseData
}

export interface UpdateSource {
  /** All versions, the latest first. */
  versions: readonly [SurveyMaster, ...SurveyMaster[]]
  union: SurveyDefinition
  /** The columns and sheets that a file may have. */
  shape: { columns: readonly ImportColumn[]; sheets: readonly ImportSheet[] }
  timeZone: string
  lookUp: (displayIds: string[]) => Promise<SurveyResponse[]>
  /** Updates to send, by line of the file. */
  updates: Map<number, Update>
}

/** Limits of one lookup request: number of ids, and length of its address in characters. */
const lookupLimits = { ids: 1000, characters: 40_000 }

/** Number of rows to compare before yielding to the browser. */
const rowsPerSlice = 100

const splitIntoCalls = (ids: readonly string[]): string[][] => {
  const calls: string[][] = []
  let length = 0
  for (const id of ids) {
    const idLength = encodeURIComponent(id).length + 'displayIds%5B%5D=&'.length
    const lastCall = calls.at(-1)
    if (lastCall && lastCall.length < lookupLimits.ids && length + idLength <= lookupLimits.characters) {
      lastCall.push(id)
      length += idLength
    } else {
      calls.push([id])
      length = idLength
    }
  }
  return calls
}

const statusNames = new Map(
  [en.statuses, pt.statuses].flatMap((names) =>
    Object.entries(names).flatMap(([status, label]) => [
      [fold(label), status] as const,
      [fold(status), status] as const,
    ]),
  ),
)

/** Returns the context for comparing records of one questionnaire version. */
const comparisonContext = (
  { versions, timeZone }: UpdateSource,
  version: number,
): ComparisonContext | undefined => {
  const survey = versions.find((one) => one.version === version)
  return survey && { survey, language: chosenLanguage(), today: todayIn(timeZone), statusNames }
}

/** Keeps only the problems of changed cells: an unchanged cell may contain an ambiguous label. */
const changedCellProblems = (row: CheckedRow, { fields, answers }: Comparison): CellProblem[] => {
  const changedColumns = new Set([
    ...fields.flatMap(({ columns }) => columns),
    ...answers.flatMap(({ question }) => (question ? [question.key, `values.${question.key}`] : [])),
  ])
  return row.problems.filter(({ column = '' }) => changedColumns.has(column.split('/')[0] ?? ''))
}

/**
 * Compares a row with its record. Returns the row with differences and problems, or undefined if nothing
 * differs.
 */
export const checkUpdate = (
  row: CheckedRow,
  record: SurveyResponse,
  source: UpdateSource,
): CheckedRow | undefined => {
  const context = comparisonContext(source, record.surveyVersion)
  const file = row.file && unpackRow(row.file)
  const comparison = context && file && compareRow(record, file, source.union, context)
  if (!context || !comparison) return undefined
  const shape = source.shape
  const cellProblems = changedCellProblems(row, comparison)
  const problemColumns = new Set(cellProblems.map(({ column }) => column))
  const locatedProblems = comparison.issues.map(({ path, ...problem }) => ({
    ...locate(shape, path),
    problem,
  }))
  const lineOf = (located: (typeof locatedProblems)[number]) =>
    located.sheet && file.lines.get(located.sheet.name)?.[located.index ?? 0]?.line
  const { id, version, displayId } = record
  const isRefused = cellProblems.length + locatedProblems.length > 0
  const note = isRefused ? undefined : statusNote(record)
  if (comparison.data) source.updates.set(row.line, { id, version, data: comparison.data })
  return {
    ...row,
    problems: [
      ...cellProblems,
      ...locatedProblems
        .filter((located) => !located.sheet && !problemColumns.has(located.column))
        .map(({ column, problem }) => ({ column, ...problem })),
    ],
    lines: (row.lines ?? []).map((line) => ({
      ...line,
      problems: [
        ...line.problems,
        ...locatedProblems
          .filter((located) => located.sheet?.name === line.sheet && lineOf(located) === line.line)
          .map(({ column, problem }) => ({ column, ...problem })),
      ],
    })),
    update: {
      name: displayId,
      differences: formatDifferences(context.survey, source.timeZone, comparison),
      ...(note !== undefined && { note }),
    },
  }
}

const refuseRow = (row: CheckedRow, name: string, key: CellProblem['key']): CheckedRow => ({
  ...row,
  problems: [{ column: idColumn, key, params: {} }],
  lines: (row.lines ?? []).map((line) => ({ ...line, problems: [] })),
  update: { name, differences: [] },
})

/**
 * Compares the rows of a file with the stored records, up to 1,000 per request. Leaves out rows without a
 * difference.
 */
export const prepareUpdate = async (
  { rows }: ReadFile,
  source: UpdateSource,
  onProgress: (progress: ReadProgress) => void,
): Promise<PreparedRows> => {
  const idOf = ({ file }: CheckedRow): string => {
    const cell = file?.cells[file.keys.indexOf(idColumn)] ?? ''
    return typeof cell === 'string' ? cell : cell.text
  }
  source.updates.clear()
  const byId = Map.groupBy(rows, idOf)
  const calls = splitIntoCalls([...byId.keys()].filter(Boolean))
  const preparedRows: CheckedRow[] = (byId.get('') ?? []).map((row) =>
    refuseRow(row, '', 'entities.surveyResponses.corrections.idNeeded'),
  )
  const compareAll = async (ids: readonly string[], responses: readonly SurveyResponse[]): Promise<void> => {
    const records = new Map(responses.map((record) => [record.displayId, record]))
    for (const [index, id] of ids.entries()) {
      const [firstRow, ...repeatedRows] = byId.get(id) ?? []
      const record = records.get(id)
      if (firstRow && !record)
        preparedRows.push(refuseRow(firstRow, id, 'entities.surveyResponses.corrections.unknown'))
      const checkedRow = firstRow && record && checkUpdate(firstRow, record, source)
      if (checkedRow) preparedRows.push(checkedRow)
      for (const row of repeatedRows)
        preparedRows.push(refuseRow(row, id, 'entities.surveyResponses.corrections.twice'))
      // Yields, to keep the page responsive.
      if (index % rowsPerSlice === rowsPerSlice - 1) await new Promise((resolve) => setTimeout(resolve))
    }
  }
  let checkedCount = 0
  // Fetches the next batch while the current one is compared.
  const lookUpCall = (index: number) => calls[index] && source.lookUp(calls[index])
  let nextResponses = lookUpCall(0)
  for (const [index, ids] of calls.entries()) {
    const responses = (await nextResponses) ?? []
    nextResponses = lookUpCall(index + 1)
    await compareAll(ids, responses)
    checkedCount += ids.length
    onProgress({ checked: checkedCount, total: rows.length })
  }
  preparedRows.sort((a, b) => a.line - b.line)
  return { rows: preparedRows, unchanged: rows.length - preparedRows.length }
}
