// @vitest-environment node
import { ImportedSurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { ask, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'
import { expect, test } from 'vitest'

import type { CheckedRow } from '#platform/importer/checked-row.ts'
import { checkRows, openFile } from '#platform/importer/read-import.ts'

import { importColumns } from './import-columns.ts'
import type { ResponsesContext } from './import-context.ts'
import { judgeImport } from './judge-import.ts'

const yesNo = ['yes', 'no'].map((value) => ({ value, labels: { en: value } }))
const context: ResponsesContext = {
  timeZone: 'Africa/Maputo',
  extra: { surveyId: '0196a5a0-0000-7000-8000-000000000001', supervisorName: 'Rui Macamo' },
  survey: surveyOf(
    [
      ask('choice', 'consent', { list: 'yes_no' }),
      ask('integer', 'rooms', { relevant: "${consent} = 'yes'" }),
    ],
    { yes_no: yesNo },
  ),
  language: 'en',
  today: '2026-11-14',
  roles: ['supervisor'],
}
const reader = { columns: importColumns(['manager']), schema: ImportedSurveyResponse, judge: judgeImport }

/** Rows that differ in their answers only. */
const readAnswers = async (...answers: string[]): Promise<CheckedRow[]> => {
  const header = reader.columns.map(({ key }) => key)
  const cells: Record<string, string> = { investigatorName: 'Ana Sitoe' }
  const rows = answers.map((values) =>
    header.map((key) => (key === 'values' ? values : (cells[key] ?? null))),
  )
  const bytes = await writeWorkbook([{ name: 'data', rows: [header, ...rows] }])
  const table = await openFile(new File([new Uint8Array(bytes)], 'responses.xlsx'), reader)
  if ('key' in table) throw new Error(table.key)
  const checked: CheckedRow[] = []
  for await (const batch of checkRows(table, reader, context)) checked.push(...batch)
  return checked
}

test('§5 answers to what is not asked are an error of their cell before anything is sent', async () => {
  const [lost, kept] = await readAnswers('{"rooms": 3}', '{"consent": "yes", "rooms": 3}')
  const key = 'entities.surveys.validation.notAsked'
  expect(lost?.problems).toEqual([{ column: 'values', path: 'values', key, params: { keys: 'rooms' } }])
  expect(kept?.problems).toEqual([])
})

test('§5 rows are the same however the JSON of their answers is written', async () => {
  const [, spaced, turned, other] = await readAnswers(
    '{"consent":"yes","rooms":3}',
    ' { "consent" : "yes",\n "rooms": 3.0 }',
    '{"rooms":3,"consent":"yes"}',
    '{"rooms":4,"consent":"yes"}',
  )
  const repeated = [{ column: undefined, key: 'importer.errors.repeated', params: { line: 2 } }]
  expect([spaced?.problems, turned?.problems, other?.problems]).toEqual([repeated, repeated, []])
  expect(turned?.texts).toContain('{"rooms":3,"consent":"yes"}')
})
