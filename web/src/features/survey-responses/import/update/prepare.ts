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
import type { Prepared } from '#platform/importer/use-importer.ts'

import { compareRow } from './compare-row.ts'
import type { Compared, Comparison } from './compare-row.ts'
import { differenceWords, noteOn } from './words.ts'

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
const most = { ids: 1000, characters: 40_000 }

/** Number of rows to compare before yielding to the browser. */
const rowsAtOnce = 100

const inCalls = (ids: readonly string[]): string[][] => {
  const calls: string[][] = []
  let length = 0
  for (const id of ids) {
    const cost = encodeURIComponent(id).length + 'displayIds%5B%5D=&'.length
    const last = calls.at(-1)
    if (last && last.length < most.ids && length + cost <= most.characters) {
      last.push(id)
      length += cost
    } else {
      calls.push([id])
      length = cost
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
const comparedBy = ({ versions, timeZone }: UpdateSource, version: number): Compared | undefined => {
  const survey = versions.find((one) => one.version === version)
  return survey && { survey, language: chosenLanguage(), today: todayIn(timeZone), statusNames }
}

/** Keeps only the problems of changed cells: an unchanged cell may contain an ambiguous label. */
const ownProblems = (row: CheckedRow, { fields, answers }: Comparison): CellProblem[] => {
  const changed = new Set([
    ...fields.flatMap(({ columns }) => columns),
    ...answers.flatMap(({ question }) => (question ? [question.key, `values.${question.key}`] : [])),
  ])
  return row.problems.filter(({ column = '' }) => changed.has(column.split('/')[0] ?? ''))
}

/**
 * Compares a row with its record. Returns the row with differences and problems, or undefined if nothing
 * differs.
 */
export const checkedUpdate = (
  row: CheckedRow,
  record: SurveyResponse,
  source: UpdateSource,
): CheckedRow | undefined => {
  const compared = comparedBy(source, record.surveyVersion)
  const file = row.file && unpackRow(row.file)
  const comparison = compared && file && compareRow(record, file, source.union, compared)
  if (!compared || !comparison) return undefined
  const shape = source.shape
  const own = ownProblems(row, comparison)
  const inCells = new Set(own.map(({ column }) => column))
  const found = comparison.problems.map(({ path, ...problem }) => ({ ...locate(shape, path), problem }))
  const lineOf = (one: (typeof found)[number]) =>
    one.sheet && file.lines.get(one.sheet.name)?.[one.index ?? 0]?.line
  const { id, version, displayId } = record
  const isRefused = own.length + found.length > 0
  const note = isRefused ? undefined : noteOn(record)
  if (comparison.data) source.updates.set(row.line, { id, version, data: comparison.data })
  return {
    ...row,
    problems: [
      ...own,
      ...found
        .filter((one) => !one.sheet && !inCells.has(one.column))
        .map(({ column, problem }) => ({ column, ...problem })),
    ],
    lines: (row.lines ?? []).map((line) => ({
      ...line,
      problems: [
        ...line.problems,
        ...found
          .filter((one) => one.sheet?.name === line.sheet && lineOf(one) === line.line)
          .map(({ column, problem }) => ({ column, ...problem })),
      ],
    })),
    update: {
      name: displayId,
      differences: differenceWords(compared.survey, source.timeZone, comparison),
      ...(note !== undefined && { note }),
    },
  }
}

const refused = (row: CheckedRow, name: string, key: CellProblem['key']): CheckedRow => ({
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
): Promise<Prepared> => {
  const idOf = ({ file }: CheckedRow): string => {
    const cell = file?.cells[file.keys.indexOf(idColumn)] ?? ''
    return typeof cell === 'string' ? cell : cell.text
  }
  source.updates.clear()
  const byId = Map.groupBy(rows, idOf)
  const calls = inCalls([...byId.keys()].filter(Boolean))
  const prepared: CheckedRow[] = (byId.get('') ?? []).map((row) =>
    refused(row, '', 'entities.surveyResponses.corrections.idNeeded'),
  )
  const compareAll = async (ids: readonly string[], found: readonly SurveyResponse[]): Promise<void> => {
    const records = new Map(found.map((record) => [record.displayId, record]))
    for (const [at, id] of ids.entries()) {
      const [first, ...again] = byId.get(id) ?? []
      const record = records.get(id)
      if (first && !record) prepared.push(refused(first, id, 'entities.surveyResponses.corrections.unknown'))
      const checked = first && record && checkedUpdate(first, record, source)
      if (checked) prepared.push(checked)
      for (const row of again) prepared.push(refused(row, id, 'entities.surveyResponses.corrections.twice'))
      // Yields, to keep the page responsive.
      if (at % rowsAtOnce === rowsAtOnce - 1) await new Promise((resolve) => setTimeout(resolve))
    }
  }
  let checked = 0
  // Fetches the next batch while the current one is compared.
  const lookUp = (at: number) => calls[at] && source.lookUp(calls[at])
  let next = lookUp(0)
  for (const [at, ids] of calls.entries()) {
    const found = (await next) ?? []
    next = lookUp(at + 1)
    await compareAll(ids, found)
    checked += ids.length
    onProgress({ checked, all: rows.length })
  }
  prepared.sort((a, b) => a.line - b.line)
  return { rows: prepared, unchanged: rows.length - prepared.length }
}
