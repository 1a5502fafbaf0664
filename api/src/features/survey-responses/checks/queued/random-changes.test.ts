import { CompiledQuery } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createOpenSurvey, question } from '../../../../testing/responses.ts'
import { openWorld } from '../../../../testing/world.ts'
import type { World } from '../../../../testing/world.ts'
import { foldCounts } from '../../counts/counts-job.ts'
import { checkQueued } from '../check-job.ts'
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

const keys = Array.from({ length: 21 }, (_, index) => `q${String(index)}`)
const next = sequence(19)
const pick = <T>(...values: readonly T[]): T | undefined => values[next(values.length)]

/** A response in a small world, where most responses have something in common with others. */
const randomColumns = () => {
  const start = Date.UTC(2026, 2, 1 + next(3), 6) + next(20) * 1_800_000
  const minutes = pick(5, 20, 25, 30, 30, 31, 33, 35, 60, -10) ?? 0
  const pattern = next(30)
  return {
    display_id: `id-${String(next(1e9))}`,
    status: pick('submitted', 'submitted', 'submitted', 'verified', 'inProgress', 'rejected'),
    start_time: pick(new Date(start), new Date(start), new Date(start), null),
    end_time: new Date(start + minutes * 60_000),
    investigator_name: pick('Ana', 'Bento', 'Célia'),
    village: pick('Chimoio', 'Beira', 'Beira', null),
    household_name: pick('Rosa', 'João', 'João Manuel', 'Amélia', 'Tomás'),
    latitude: -19 + (pick(0, 0, 0, 0.00003, 0.0002, 0.01, 0.3) ?? 0),
    longitude: 33 + next(3) / 100_000,
    accuracy: pick(4, 8, 9, 12, null),
    values: JSON.stringify({
      contact: `84123450${String(next(40))}`,
      ...Object.fromEntries(keys.map((key, index) => [key, index === 3 ? pattern : 1])),
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
  const [name, value] = Object.entries(randomColumns())[next(11)] ?? []
  return read(`update survey_responses set "${name ?? ''}" = $2 where id = $1`, [id, value])
}

const readFlags = () =>
  read(
    `select response_id, rule, question, condition, severity, evidence, evidence_hash, investigator
     from response_flags where state = 'open' order by 1, 2, 3`,
  )
const readFacts = () => read('select * from check_facts order by response_id')

test('after random changes, the flags equal those of a recomputation', { timeout: 120_000 }, async () => {
  const surveyId = await createOpenSurvey(world.db, {
    timeZone: 'Africa/Maputo',
    items: [
      question('contact', { type: 'text', isRespondentPhone: true }),
      ...keys.map((key) => question(key, { type: 'integer' })),
    ],
  })
  const check = () => checkQueued(world.services.streams, 'UTC', 60)
  const ids: unknown[] = []
  for (let round = 0; round < 40; round += 1) {
    for (let change = 0; change < 12; change += 1) {
      const [id] = ids.splice(next(ids.length), 1)
      const action = next(10)
      if (id === undefined || action < 5) ids.push((await insert(surveyId))[0]?.['id'], ...(id ? [id] : []))
      else if (action < 8) {
        await edit(id)
        ids.push(id)
      } else await read('delete from survey_responses where id = $1', [id])
    }
    if (round % 8 === 7) {
      await foldCounts(world.db)
      await read(`update check_calibrations set computed_at = now() - interval '2 hours'`)
      await calibrateChecks(world.services.streams, 'UTC', 60)
    }
    await check()
  }
  const [flags, facts] = [await readFlags(), await readFacts()]
  // Every rule is in the comparison.
  expect([...new Set(flags.map(({ rule }) => rule))].toSorted()).toEqual(
    expect.arrayContaining(['D2', 'D3', 'G2', 'G4', 'G5', 'T1', 'T5', 'T9']),
  )
  await read('delete from response_flags')
  await read('delete from check_facts')
  await read('insert into check_queue (response_id, survey_id) select id, survey_id from survey_responses')
  await check()
  expect(await readFacts()).toEqual(facts)
  expect(await readFlags()).toEqual(flags)
})
