import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

import { listSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import { deriveColumns } from '@baseline/contract/surveys/derive-columns.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createChance } from '../../../../scripts/seed/chance.ts'
import { loadResponses } from '../../../../scripts/seed/load.ts'
import { makeWorkers } from '../../../../scripts/seed/people.ts'
import { makeVillages } from '../../../../scripts/seed/places.ts'
import { makeResponses } from '../../../../scripts/seed/responses.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'
import { loadSurvey } from '../surveys/load-survey.ts'
import { readXlsForm } from '../surveys/xlsform/read-xlsform.ts'
import { recount } from './counts/counts-job.ts'

let world: World
let survey: SurveyDefinition
beforeAll(async () => {
  world = await openWorld()
  const file = await readFile(join(import.meta.dirname, '../../../../demo/household.xlsx'))
  survey = (await readXlsForm(file, { fileName: 'household.xlsx' })).definition
  const author = { id: undefined, email: 'operator' }
  await loadSurvey({ db: world.db, author }, survey, { status: 'open' })
})
afterAll(() => world.close())

test('the questionnaire accepts 500 generated interviews unchanged', () => {
  const chance = createChance(3)
  const staff = { enumerators: makeWorkers(chance, 30, '84'), supervisors: makeWorkers(chance, 3, '86') }
  const [from, to] = [Date.parse('2026-01-01'), Date.parse('2026-05-01')]
  const generated = makeResponses(chance, staff, makeVillages(chance, 100), { count: 500, from, to })
  for (const { identification, home, householdName, village } of generated) {
    const values = { ...identification, ...home.answers }
    const validated = validateAnswers(survey, values, { language: 'en', today: '2026-05-02' })
    expect(validated.issues).toEqual([])
    expect(validated.values).toEqual(values)
    expect(deriveColumns(survey, validated.values)).toMatchObject({
      householdName,
      village: village.name,
      districtName: village.district.label,
      villageType: village.type.label,
      villageCategory: village.category.label,
    })
  }
})

test('responses loaded by COPY are like any other, and a second load adds to the first', async () => {
  const small = { days: 60, villages: 40, enumerators: 19, seed: 1 }
  await loadResponses(world.database.owner, { count: 700, ...small })
  await loadResponses(world.database.owner, { count: 300, ...small, seed: 2 })
  const { body } = await world.as('supervisor')(listSurveyResponses, { query: { limit: 1000 } })
  expect(body.count).toBe(1000)
  expect(new Set(body.rows.map(({ displayId }) => displayId)).size).toBe(1000)
  expect(new Set(body.rows.map(({ status }) => status)).size).toBeGreaterThan(6)
  const { rows } = await world.services.pool.query(
    `select count(*) filter (where investigator_id is null or supervisor_id is null) unknown,
       count(*) filter (where end_time < start_time + interval '5 minutes') suspicious,
       (select count(*) from display_ids) numbers, (select sum(n)::int from response_counts_live where dimension = 'all') counted
     from survey_responses`,
  )
  expect(rows).toEqual([
    { unknown: 0, suspicious: expect.any(Number) as number, numbers: 1000, counted: 1000 },
  ])
  expect((rows[0] as { suspicious: number }).suspicious).toBeGreaterThan(2)
})

test('a large load recreates all indexes that it drops', { timeout: 120_000 }, async () => {
  const indexes = async () =>
    (
      await world.services.pool.query(
        `select indexrelid::regclass::text, replace(pg_get_indexdef(indexrelid), ' ONLY ', ' ') from pg_index
         where indrelid = 'survey_responses'::regclass order by 1`,
      )
    ).rows
  const before = await indexes()
  await loadResponses(world.database.owner, {
    count: 20_000,
    days: 60,
    villages: 40,
    enumerators: 19,
    seed: 3,
  })
  expect(await indexes()).toEqual(before)
  expect(await recount(world.services.streams)).toBe(0)
})
