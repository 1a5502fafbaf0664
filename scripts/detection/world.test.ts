import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'
import { expect, test } from 'vitest'

import { readXlsForm } from '../../api/src/features/surveys/xlsform/read-xlsform.ts'
import { kinds } from './kinds.ts'
import { workbookSheets } from './questionnaire-workbook.ts'
import { questions } from './questionnaire.ts'
import { smallWorld } from './settings.ts'
import { makeWorld } from './world.ts'

const until = Date.parse('2026-06-30T22:00:00Z')
const world = makeWorld(smallWorld, until)

test('the questionnaire is a workbook without problems, and every interview is valid', async () => {
  const workbook = Buffer.from(await writeWorkbook(workbookSheets('detection')))
  const { definition, warnings } = await readXlsForm(workbook, { fileName: 'detection.xlsx' })
  expect(warnings).toEqual([])
  expect(questions.length).toBeGreaterThan(65)
  for (const { values } of world) {
    const clock = { today: '2026-07-01', now: '2026-07-01T00:00' }
    const { issues, values: stored } = validateAnswers(definition, values, { language: 'en', ...clock })
    expect(issues).toEqual([])
    expect(Object.keys(stored).length).toBe(Object.keys(values).length)
  }
})

test('the same seed generates the same survey, with every kind of falsification', () => {
  expect(makeWorld(smallWorld, until)).toEqual(world)
  expect(world).toHaveLength(smallWorld.interviews)
  for (const kind of kinds) {
    const strengths = world.flatMap(({ planted }) => (planted?.kind === kind ? [planted.strength] : []))
    const planned = smallWorld.falsified[kind] * smallWorld.interviews
    expect(strengths.length).toBeGreaterThan(0.6 * planned)
    expect(strengths.length).toBeLessThan(1.6 * planned)
    expect(Math.min(...strengths)).toBeGreaterThanOrEqual(0.5)
    expect(Math.max(...strengths)).toBeLessThanOrEqual(3)
  }
})

test('interviews end before they are received, and before the last day ends', () => {
  for (const { start, end, received } of world) {
    expect(end).toBeGreaterThan(start)
    expect(received).toBeGreaterThan(end)
    expect(end).toBeLessThan(until)
  }
})
