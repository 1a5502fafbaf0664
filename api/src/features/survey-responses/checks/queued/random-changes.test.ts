import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, question } from '../../../../testing/responses.ts'
import { openWorld } from '../../../../testing/world.ts'
import type { World } from '../../../../testing/world.ts'
import { foldCounts } from '../../counts/counts-job.ts'
import { checkQueued } from '../check-job.ts'
import { addRechecks } from '../rules/recheck-job.ts'
import { calibrateChecks } from './calibrate-job.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const read = async (statement: string, values: unknown[] = []) => {
  const { rows } = await world.db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement, values))
  return rows
}

/** Returns the same sequence of numbers in every run. */
const sequence = (seed: number) => {
  let state = seed
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const keys = Array.from({ length: 36 }, (_, index) => `q${String(index)}`)
const next = sequence(19)
const pick = <T>(...values: readonly T[]): T | undefined => values[next(values.length)]

/** A response in a small world, where most responses have something in common with others. */
const randomColumns = () => {
  const start = Date.UTC(2026, 2, 1 + next(3), 6) + next(20) * 1_800_000
  const minutes = pick(5, 20, 25, 30, 30, 31, 33, 35, 60, -10) ?? 0
  const investigator = next(3)
  const pattern = next(6)
  // Three patterns of answers per enumerator; some interviews differ in one to six of them.
  const answers = keys.map((_, index) => (index * (pattern % 3) + investigator * (index % 5)) % 7)
  const changes = pattern < 3 ? next(7) : 0
  for (let changed = 0; changed < changes; changed += 1) answers[next(keys.length)] = next(7)
  return {
    display_id: `id-${String(next(1e9))}`,
    status: pick('submitted', 'submitted', 'submitted', 'verified', 'inProgress', 'rejected'),
    start_time: pick(new Date(start), new Date(start), new Date(start), null),
    end_time: new Date(start + minutes * 60_000),
    investigator_name: ['Ana', 'Bento', 'Célia'][investigator],
    village: pick('Chimoio', 'Beira', 'Beira', null),
    district_name: pick('Boane', 'Moamba', null),
    household_name: pick('Rosa', 'João', 'João Manuel', 'Amélia', 'Tomás'),
    latitude: -19 + (pick(0, 0, 0, 0.00003, 0.0002, 0.01, 0.3) ?? 0),
    longitude: 33 + next(3) / 100_000,
    accuracy: pick(4, 8, 9, 12, null),
    values: JSON.stringify({
      contact: `84123450${String(next(40))}`,
      ...Object.fromEntries(keys.map((key, index) => [key, answers[index]])),
    }),
  }
}

const insert = (surveyId: string) => {
  const columns = randomColumns()
  const names = Object.keys(columns)
  return read(
    `insert into survey_responses (survey_id, survey_version, survey_label, supervisor_name, ${names.map((name) => `"${name}"`).join(', ')})
     values ($1, 1, 'Random', 'Rui', ${names.map((_, index) => `$${String(index + 2)}`).join(', ')}) returning id`,
    [surveyId, ...Object.values(columns)],
  )
}

const edit = (id: unknown) => {
  const [name, value] = Object.entries(randomColumns())[next(12)] ?? []
  return read(`update survey_responses set "${name ?? ''}" = $2 where id = $1`, [id, value])
}

/** Adds a photo to a response, or removes its photos. */
const changePhotos = (surveyId: string, id: unknown) =>
  next(3) === 0
    ? read('update files set unused_since = now() where response_id = $1', [id])
    : read(
        `insert into files (folder, key, name, content_type, size, sha256, survey_id, response_id, question, taken_at,
           taken_latitude, taken_longitude, unused_since, created_by)
         values ('surveyResponses', gen_random_uuid()::text, 'a.jpg', 'image/jpeg', 1, sha256($3), $1, $2, $4, $5, $6, 33,
           null, $7)`,
        [
          surveyId,
          id,
          Buffer.of(next(40)),
          pick(null, 'house'),
          pick(null, new Date(Date.UTC(2026, 2, 1 + next(3), 6 + next(12)))),
          pick(null, -19, -19.2),
          world.people.manager.id,
        ],
      )

const readFlags = () =>
  read(
    `select response_id, rule, question, condition, severity, evidence, evidence_hash, investigator
     from response_flags where state = 'open' order by 1, 2, 3`,
  )
const readFacts = async () => [
  await read('select * from check_facts order by response_id'),
  await read('select * from check_photos order by response_id, file_id'),
]
const readEnumerators = async () => ({
  facts: await read('select * from enumerator_facts order by response_id'),
  days: await read('select * from enumerator_days order by survey_id, day, investigator, district'),
  values: await read('select * from enumerator_values order by survey_id, question, investigator, district'),
})

test('after random changes, the flags equal the recomputed flags', { timeout: 120_000 }, async () => {
  const surveyId = await createOpenSurvey(world.db, {
    timeZone: 'Africa/Maputo',
    items: [
      question('contact', { type: 'text', isRespondentPhone: true }),
      ...keys.map((key) => question(key, { type: 'integer' })),
    ],
  })
  const { streams } = world.services
  const check = () => checkQueued(streams, 'UTC', 60)
  /** Checks what a changed limit concerns. */
  const settle = async () => {
    while ((await read('select from check_rechecks limit 1')).length > 0) {
      await addRechecks(streams)
      await check()
    }
  }
  const ids: unknown[] = []
  for (let round = 0; round < 40; round += 1) {
    for (let change = 0; change < 12; change += 1) {
      const [id] = ids.splice(next(ids.length), 1)
      const action = next(12)
      if (id === undefined || action < 5) ids.push((await insert(surveyId))[0]?.['id'], ...(id ? [id] : []))
      else if (action < 8) {
        await edit(id)
        ids.push(id)
      } else if (action < 10) {
        await changePhotos(surveyId, id)
        ids.push(id)
      } else await read('delete from survey_responses where id = $1', [id])
    }
    if (round % 8 === 7) {
      await foldCounts(world.db)
      await read(`update check_calibrations set computed_at = now() - interval '2 days'`)
      await calibrateChecks(world.services.streams, 'UTC', 60)
    }
    await check()
    await settle()
  }
  const [flags, facts, enumerators] = [await readFlags(), await readFacts(), await readEnumerators()]
  expect(enumerators.days.length).toBeGreaterThan(5)
  expect(enumerators.values.length).toBeGreaterThan(keys.length)
  // Every rule is in the comparison.
  expect([...new Set(flags.map(({ rule }) => rule))].toSorted()).toEqual(
    expect.arrayContaining(['D2', 'D3', 'D6', 'G2', 'G4', 'G5', 'P1', 'T1', 'T5', 'T9']),
  )
  await read('delete from response_flags')
  for (const table of [
    'check_facts',
    'check_photos',
    'enumerator_facts',
    'enumerator_days',
    'enumerator_values',
  ])
    await read(`delete from ${table}`)
  await read('insert into check_queue (response_id, survey_id) select id, survey_id from survey_responses')
  await check()
  expect(await readFacts()).toEqual(facts)
  expect(await readFlags()).toEqual(flags)
  expect(await readEnumerators()).toEqual(enumerators)
})
