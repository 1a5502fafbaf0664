import { surveyResponses as en } from '@baseline/contract/survey-responses/messages.en.ts'
import { surveyResponses as pt } from '@baseline/contract/survey-responses/messages.pt-BR.ts'
import type { SurveyResponse, SurveyResponseData } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyDefinition, SurveyMaster } from '@baseline/contract/surveys/master.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'

import { chosenLanguage } from '#platform/i18n.ts'
import type { CellProblem, CheckedRow } from '#platform/importer/checked-row.ts'
import { fold, idColumn } from '#platform/importer/columns.ts'
import type { ReadFile, ReadProgress } from '#platform/importer/import-worker.ts'
import { locate } from '#platform/importer/locate.ts'
import type { Prepared } from '#platform/importer/use-importer.ts'

import { updateColumns, updateSheets } from './columns.ts'
import { compareRow } from './compare-row.ts'
import type { Compared, Comparison } from './compare-row.ts'
import { differenceWords, noteOn } from './words.ts'

/** What a changed row sends. */
interface Update {
  id: string
  version: number
  data: SurveyResponseData
}

export interface UpdateSource {
  /** All versions, the latest first. */
  versions: readonly [SurveyMaster, ...SurveyMaster[]]
  union: SurveyDefinition
  timeZone: string
  lookUp: (displayIds: string[]) => Promise<SurveyResponse[]>
  /** What the rows of the file send, by their line. */
  updates: Map<number, Update>
}

/** Ids of one call, and the length of its address. */
const most = { ids: 1000, characters: 40_000 }

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

/** What the records of one version are compared by. */
const comparedBy = ({ versions, timeZone }: UpdateSource, version: number): Compared | undefined => {
  const survey = versions.find((one) => one.version === version)
  return survey && { survey, language: chosenLanguage(), today: todayIn(timeZone), statusNames }
}

/** Keeps the problems of changed cells only: an unchanged cell may hold a label that two choices have. */
const ownProblems = (row: CheckedRow, { fields, answers }: Comparison): CellProblem[] => {
  const changed = new Set([
    ...fields.flatMap(({ columns }) => columns),
    ...answers.flatMap(({ question }) => (question ? [question.key, `values.${question.key}`] : [])),
  ])
  return row.problems.filter(({ column = '' }) => changed.has(column.split('/')[0] ?? ''))
}

/** A row that differs from its record, with what is wrong about that. */
export const checkedUpdate = (
  row: CheckedRow,
  record: SurveyResponse,
  source: UpdateSource,
): CheckedRow | undefined => {
  const compared = comparedBy(source, record.surveyVersion)
  const { file } = row
  const comparison = compared && file && compareRow(record, file, source.union, compared)
  if (!compared || !comparison) return undefined
  const shape = {
    columns: updateColumns(source.union, compared.language),
    sheets: updateSheets(source.union, compared.language),
  }
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

/** Compares the rows of a file with what is stored, up to 1,000 at a call; rows without a difference are left out. */
export const prepareUpdate = async (
  { rows }: ReadFile,
  source: UpdateSource,
  onProgress: (progress: ReadProgress) => void,
): Promise<Prepared> => {
  const idOf = ({ file }: CheckedRow): string => file?.cells.get(idColumn)?.text ?? ''
  source.updates.clear()
  const calls = inCalls([...new Set(rows.map(idOf).filter(Boolean))])
  const records = new Map<string, SurveyResponse>()
  for (const ids of calls) {
    for (const record of await source.lookUp(ids)) records.set(record.displayId, record)
    onProgress({ checked: Math.min(records.size, rows.length), all: rows.length })
  }
  const seen = new Set<string>()
  const prepared = rows.flatMap((row) => {
    const id = idOf(row)
    const record = records.get(id)
    if (id === '') return [refused(row, '', 'entities.surveyResponses.update.idNeeded')]
    if (!record) return [refused(row, id, 'entities.surveyResponses.update.unknown')]
    if (seen.has(id)) return [refused(row, id, 'entities.surveyResponses.update.twice')]
    seen.add(id)
    return checkedUpdate(row, record, source) ?? []
  })
  return { rows: prepared, unchanged: rows.length - prepared.length }
}
