import { once } from 'node:events'
import { isDeepStrictEqual } from 'node:util'

import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { exportFormats } from '../../contract/src/survey-responses/exports/contract.ts'
import type { ExportFormat } from '../../contract/src/survey-responses/exports/contract.ts'
import { validateAnswers } from '../../contract/src/surveys/validate-answers.ts'
import { toggleTriggers } from '../../scripts/seed/upkeep.ts'
import { readTable } from '../../tabular/src/testing/read-table.ts'
import type { Report } from '../report.ts'
import { createQuestionnaire } from './all-types.ts'
import type { Cell, Questionnaire } from './all-types.ts'
import { download } from './follow.ts'
import type { Job } from './follow.ts'

/** The answers must be valid, so that they are like answers that the product has accepted. */
const requireValid = ({ definition, answersOf }: Questionnaire, count: number): void => {
  for (let n = 0; n < count; n += 1) {
    const options = { language: 'en', today: '2026-11-18', now: '2026-11-18T12:00' }
    const { values, issues } = validateAnswers(definition, answersOf(n), options)
    if (issues.length > 0 || !isDeepStrictEqual(values, answersOf(n)))
      throw new Error(`the answers of response ${String(n)} are not valid: ${JSON.stringify(issues)}`)
  }
}

const displayIdOf = (n: number): string => String(n).padStart(12, '0')

const escapeCopy = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n')

/** Creates a survey with `count` responses, and returns its id. */
const fillSurvey = async (
  ownerUrl: string,
  { definition, answersOf }: Questionnaire,
  count: number,
): Promise<string> => {
  const client = new pg.Client({
    connectionString: ownerUrl,
    options: '-c search_path=app,public -c synchronous_commit=off',
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string }>(
      `insert into surveys (form_id, label, status) values ($1, $1, 'open') returning id`,
      [definition.formId],
    )
    const id = rows[0]?.id ?? ''
    await client.query('insert into survey_versions (survey_id, version, definition) values ($1, 1, $2)', [
      id,
      JSON.stringify(definition),
    ])
    await client.query('insert into survey_totals (survey_id) values ($1)', [id])
    await client.query(toggleTriggers('disable'))
    const stream = client.query(
      copyFrom(`copy survey_responses (survey_id, survey_version, survey_label, display_id, status, start_time,
        end_time, investigator_name, supervisor_name, "values") from stdin`),
    )
    for (let n = 0; n < count; n += 1) {
      const start = new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString()
      const answers = escapeCopy(JSON.stringify(answersOf(n)))
      const line = [id, 1, definition.label, displayIdOf(n), 'submitted', start, start, 'Ana', 'Rui', answers]
      if (!stream.write(`${line.join('\t')}\n`)) await once(stream, 'drain')
    }
    stream.end()
    await once(stream, 'finish')
    await client.query(toggleTriggers('enable'))
    await client.query('analyze survey_responses')
    return id
  } finally {
    await client.end()
  }
}

const dayMs = 86_400_000
const secondMs = 1_000

/** First moment and unit of the dates in a file; csv has texts. */
const calendars: Readonly<Partial<Record<ExportFormat, { epoch: string; unitMs: number }>>> = {
  xlsx: { epoch: '1899-12-30', unitMs: dayMs },
  dta: { epoch: '1960-01-01', unitMs: dayMs },
  sav: { epoch: '1582-10-14', unitMs: secondMs },
}

const isDay = (day: string, cell: string, format: ExportFormat): boolean => {
  const calendar = calendars[format]
  if (!calendar) return cell === day
  return cell !== '' && Date.parse(calendar.epoch) + Number(cell) * calendar.unitMs === Date.parse(day)
}

/** Whether a cell of a file has the expected value, in the notation of the format. */
const isEqual = (expected: Cell, cell: string, format: ExportFormat): boolean => {
  if (expected === null) return cell === ''
  // readstat prints six decimals.
  if (typeof expected === 'number') return cell !== '' && Math.abs(Number(cell) - expected) < 1e-6
  if (typeof expected === 'object') return isDay(expected.day, cell, format)
  // Spreadsheet programs must not compute a text of a csv file.
  return cell === (format === 'csv' && /^[=+\-@\t\r]/.test(expected) ? `'${expected}` : expected)
}

interface Comparison {
  rows: number
  columns: number
  cells: number
  wrong: number
}

/** Compares the rows of a table with the expected ones, in their order, and prints the first differences. */
const compareTable = async (
  { file, format, name }: { file: string; format: ExportFormat; name: string },
  expectedRows: Iterable<{ key: string; cells: ReadonlyMap<string, Cell> }>,
): Promise<Comparison> => {
  const result: Comparison = { rows: 0, columns: 0, cells: 0, wrong: 0 }
  const reportWrong = (text: string): void => {
    result.wrong += 1
    if (result.wrong <= 5) console.log(`${format} ${name}: ${text}`)
  }
  const expected = expectedRows[Symbol.iterator]()
  let indexes = new Map<string, number>()
  for await (const row of readTable(file, format, name)) {
    if (indexes.size === 0) {
      indexes = new Map(row.map((header, index) => [header, index]))
      result.columns = row.length
      continue
    }
    result.rows += 1
    const { value, done } = expected.next()
    if (done) {
      reportWrong('a row more than expected')
      continue
    }
    if (row[indexes.get('displayId') ?? -1] !== value.key)
      reportWrong(`${String(row[0])} in the place of ${value.key}`)
    for (const [variable, cell] of value.cells) {
      const actual = row[indexes.get(variable) ?? -1] ?? (indexes.has(variable) ? '' : 'no column')
      result.cells += 1
      if (!isEqual(cell, actual, format))
        reportWrong(`${value.key} ${variable}: ${JSON.stringify(actual)} instead of ${JSON.stringify(cell)}`)
    }
  }
  while (!expected.next().done) reportWrong('a row less than expected')
  return result
}

function* expectedResponses({ cellsOf }: Questionnaire, count: number, isCoded: boolean) {
  for (let n = 0; n < count; n += 1) yield { key: displayIdOf(n), cells: cellsOf(n, isCoded) }
}

function* expectedRepeatRows({ repeatCellsOf }: Questionnaire, count: number, isCoded: boolean) {
  for (let n = 0; n < count; n += 1)
    for (const cells of repeatCellsOf(n, isCoded)) yield { key: displayIdOf(n), cells }
}

export interface AllTypesOptions {
  ownerUrl: string
  apiUrl: string
  report: Report
  /** Path for the exported file. */
  file: string
  /** Starts the worker again, so that each export has its own peak memory. */
  restartWorker: () => Promise<void>
  measure: (
    surveyId: string,
    format: ExportFormat,
  ) => Promise<Job & { seconds: number; cpu: number; peak: number }>
  peakMb: number
}

/** Exports a survey with every type of question to every format, and compares every cell of the files. */
export const runAllTypes = async (
  options: AllTypesOptions,
  { responses, questions }: { responses: number; questions?: number },
): Promise<void> => {
  const { report, file } = options
  const row = questions === undefined ? 'all-types' : 'wide'
  const questionnaire = createQuestionnaire(`${row}-${String(responses)}`, questions)
  // A wide questionnaire repeats the same questions, and takes long.
  requireValid(questionnaire, questions === undefined ? 64 : 4)
  const surveyId = await fillSurvey(options.ownerUrl, questionnaire, responses)
  for (const format of exportFormats) {
    await options.restartWorker()
    const job = await options.measure(surveyId, format)
    await download(options.apiUrl, job, file)
    const isCoded = format === 'dta' || format === 'sav'
    const main = await compareTable(
      { file, format, name: 'data' },
      expectedResponses(questionnaire, responses, isCoded),
    )
    const repeat = await compareTable(
      { file, format, name: 'people' },
      expectedRepeatRows(questionnaire, responses, isCoded),
    )
    const part = `${responses.toLocaleString('en')} responses × ${String(main.columns)} columns to ${format}`
    const cells = main.cells + repeat.cells
    report.add({
      part,
      what: 'wrong or missing cells',
      value: main.wrong + repeat.wrong + Math.abs(main.rows - responses),
      unit: 'wrong',
      most: 0,
      note: `${cells.toLocaleString('en')} cells of ${(main.rows + repeat.rows).toLocaleString('en')} rows compared`,
      row: `${row}.wrong`,
    })
    report.add({
      part,
      what: 'peak memory of the worker',
      value: job.peak,
      unit: 'MB',
      most: options.peakMb,
      row: `${row}.memory`,
    })
    report.add({ part, what: 'elapsed time', value: job.seconds, unit: 's', row: `${row}.${format}` })
  }
}
