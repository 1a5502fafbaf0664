import type { AnswerOrder } from '@baseline/contract/survey-responses/answer-filter.ts'
import {
  changeManyStatuses,
  createSurveyResponse,
  destroySurveyResponses,
  getFacet,
  getNeighbours,
  listSurveyResponses,
  updateSurveyResponse,
} from '@baseline/contract/survey-responses/contract.ts'
import { createSurveyExport } from '@baseline/contract/survey-responses/exports/contract.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { listSearchableQuestions } from '@baseline/contract/surveys/searchable.ts'
import { getSurveySettings, updateSurveySettings } from '@baseline/contract/surveys/settings.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createOpenSurvey, interview, question } from '../../../testing/responses.ts'
import { waitUntil } from '../../../testing/worker.ts'
import { openWorld } from '../../../testing/world.ts'
import type { World } from '../../../testing/world.ts'
import { loadSurvey } from '../../surveys/load-survey.ts'
import { openSource } from '../exports/read-rows.ts'
import { resolveFilter } from '../list/filter.ts'
import { fillAnswers } from './fill-answers-job.ts'

const choices = {
  water: ['1', '2', '10', 'river'].map((value) => ({ value, labels: { en: `Water ${value}` } })),
  crops: ['maize', 'beans', 'rice'].map((value) => ({ value, labels: { en: value } })),
}
const items: Question[] = [
  question('nick', { type: 'text' }),
  question('age', { type: 'integer' }),
  question('visit', { type: 'date' }),
  question('at', { type: 'time' }),
  question('met', { type: 'dateTime' }),
  question('water', { type: 'choice', list: 'water' }),
  question('crops', { type: 'choices', list: 'crops' }),
  question('code', { type: 'barcode' }),
  question('double', { type: 'calculated', result: 'number', calculation: '${age} * 2' }),
  question('plot', { type: 'number' }),
]
const keys = items.map(({ key }) => key)
type Values = Record<string, string | number | string[]>

const size = 240
/** Every fifth answer is missing. Names have accents and wildcards, and many values occur several times. */
const valuesOf = (n: number): Values => {
  const all: Values = {
    nick: `${['João', 'joana', 'Ângela', '100%', 'a_b'][n % 5] ?? ''} ${String(n % 7)}`,
    age: (n * 7) % 90,
    visit: `2026-0${String((n % 9) + 1)}-15`,
    at: `${String(8 + (n % 10)).padStart(2, '0')}:30`,
    met: `2026-03-${String(10 + (n % 20))}T10:${String(10 + (n % 40))}`,
    water: ['1', '2', '10', 'river'][n % 4] ?? '1',
    crops: [['maize', 'beans'], ['rice'], ['maize']][n % 3] ?? [],
    code: `C${String(n)}`,
    double: ((n * 7) % 90) * 2,
    plot: n / 8 - 10,
  }
  return Object.fromEntries(Object.entries(all).filter((_, index) => (n + index) % 5 > 0))
}

let world: World
let survey: string
const save = (surveyId: string, searchable: string[]) =>
  world.as('manager')(updateSurveySettings, {
    params: { id: surveyId },
    body: { data: { openFrom: null, closeOn: null, timeZone: null, personal: [], searchable } },
  })
/** A transaction of another test in the same PostgreSQL can delay the job, which then continues with its next run. */
const fill = () =>
  waitUntil(async () => {
    await fillAnswers(world.services.streams, 30)
    const { rows } = await world.services.pool.query(
      `select from searchable_questions where state <> 'ready'`,
    )
    return rows.length === 0
  })
const insertMany = (surveyId: string, from: number, to: number) =>
  world.services.pool.query(
    `insert into survey_responses (id, survey_id, survey_version, survey_label, display_id, status, start_time, end_time,
       investigator_name, supervisor_name, "values")
     select overlay(uuidv7()::text placing left(uuid7_floor(timestamptz '2024-06-01' + n * interval '3 days')::text, 13) from 1)::uuid,
       $1, 1, 'Baseline', 'ID-' || n, (array['submitted', 'approved'])[n % 2 + 1],
       case when n % 6 > 0 then timestamptz '2026-01-01' + (n * 37 % 100) * interval '1 hour' end, now(),
       'Ana Sitoe', 'Rui Macamo', line
     from unnest($2::jsonb[]) with ordinality lines (line, place), lateral (select place + $3 - 1 as n) numbered`,
    [surveyId, Array.from({ length: to - from }, (_, n) => JSON.stringify(valuesOf(from + n))), from],
  )

beforeAll(async () => {
  world = await openWorld()
  survey = await createOpenSurvey(world.db, { choices, items })
  // One half exists before the questions are marked, the other half is added afterwards.
  await insertMany(survey, 0, size / 2)
  await save(survey, keys)
  await insertMany(survey, size / 2, size)
  await fill()
})
afterAll(() => world.close())

const list = (query: object) => world.as('supervisor')(listSurveyResponses, { query })
const find = async (answers: object, more: object = {}) => {
  const { status, body } = await list({ limit: 500, filter: { surveyId: [survey], answers, ...more } })
  expect(status).toBe(200)
  return { ...body, numbers: body.rows.map(({ displayId }) => Number(displayId.slice(3))) }
}
const ascending = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)
const numbersWhere = (matches: (values: Values, n: number) => boolean) =>
  Array.from({ length: size }, (_, n) => n).filter((n) => matches(valuesOf(n), n))

const fold = (text: unknown) =>
  typeof text === 'string' ? text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase() : undefined
const isBetween = (value: unknown, from: number | string, to: number | string) =>
  typeof value === typeof from && (value as number) >= (from as number) && (value as number) <= (to as number)

describe('a filter by answers returns exactly the responses with such answers', () => {
  const cases: [string, Record<string, string | string[]>, (values: Values) => boolean][] = [
    [
      'the beginning of a text, without case and accents',
      { nick: 'JOA' },
      ({ nick }) => fold(nick)?.startsWith('joa') ?? false,
    ],
    ['a whole text', { nick: '"joao 3"' }, ({ nick }) => fold(nick) === 'joao 3'],
    [
      'two texts',
      { nick: ['angela 1', '"joana 2"'] },
      ({ nick }) => ['angela 1', 'joana 2'].includes(fold(nick) ?? ''),
    ],
    ['wildcards as they are', { nick: '100%' }, ({ nick }) => String(nick).startsWith('100%')],
    ['an underscore as it is', { nick: 'a_' }, ({ nick }) => String(nick).startsWith('a_')],
    ['a range of numbers', { age: ['20', '40'] }, ({ age }) => isBetween(age, 20, 40)],
    ['an open range', { age: ['80', ''] }, ({ age }) => isBetween(age, 80, 1e9)],
    ['a range below zero', { plot: ['-5.5', '-1'] }, ({ plot }) => isBetween(plot, -5.5, -1)],
    ['calculated numbers', { double: ['', '30'] }, ({ double }) => isBetween(double, -1, 30)],
    [
      'dates',
      { visit: ['2026-03-01', '2026-05-15'] },
      ({ visit }) => isBetween(visit, '2026-03-01', '2026-05-15'),
    ],
    ['times', { at: ['09:30', '11:30'] }, ({ at }) => isBetween(at, '09:30', '11:30')],
    [
      'dates with times: the last day is included',
      { met: ['2026-03-12', '2026-03-14'] },
      ({ met }) => isBetween(met, '2026-03-12', '2026-03-14~'),
    ],
    ['one choice', { water: ['river'] }, ({ water }) => water === 'river'],
    ['two choices', { water: ['1', 'river'] }, ({ water }) => water === '1' || water === 'river'],
    [
      'one of several choices',
      { crops: ['maize'] },
      ({ crops }) => Array.isArray(crops) && crops.includes('maize'),
    ],
    [
      'several choices, each response once',
      { crops: ['maize', 'beans'] },
      ({ crops }) => Array.isArray(crops) && crops.includes('maize'),
    ],
    ['a barcode', { code: '"c17"' }, ({ code }) => code === 'C17'],
    [
      'two questions',
      { age: ['10', '60'], water: ['2'] },
      ({ age, water }) => isBetween(age, 10, 60) && water === '2',
    ],
    ['an unknown choice', { water: ['11'] }, () => false],
    ['only blanks', { age: ['', ''] }, () => true],
  ]
  test.for(cases)('%s', async ([, answers, matches]) => {
    const expected = numbersWhere(matches)
    const { numbers, count } = await find(answers)
    expect(ascending(numbers)).toEqual(expected)
    expect(count).toBe(expected.length)
    // With a further filter, the responses are read.
    const approved = await find(answers, { status: ['approved'] })
    expect(ascending(approved.numbers)).toEqual(expected.filter((n) => n % 2 === 1))
  })
})

const startOf = (n: number) => (n % 6 > 0 ? (n * 37) % 100 : -1)

test('the default order of a filtered list is that of start times, page by page', async () => {
  for (const answers of [
    { water: ['river'] },
    { water: ['1', '2'] },
    { age: ['10', '80'] },
    { crops: ['maize', 'beans'] },
  ]) {
    const { numbers } = await find(answers)
    expect(numbers.map(startOf)).toEqual(numbers.map(startOf).toSorted((a, b) => b - a))
    const pages = []
    for (let offset = 0; offset < numbers.length; offset += 20)
      pages.push(...(await list({ limit: 20, offset, filter: { surveyId: [survey], answers } })).body.rows)
    expect(pages.map(({ displayId }) => Number(displayId.slice(3)))).toEqual(numbers)
  }
})

describe('an order by answers', () => {
  const sortKey = (key: string) => (n: number) => {
    const value = valuesOf(n)[key]
    if (key === 'nick' || key === 'code') return fold(value) ?? ''
    return value ?? ''
  }
  const compare = (a: unknown, b: unknown) => {
    const [x, y] = [a, b].map((value) => (value === '' ? -Infinity : value)) as [number, number]
    return x < y ? -1 : x > y ? 1 : 0
  }
  test.for(keys.filter((key) => key !== 'crops' && key !== 'water'))(
    '%s, in both directions',
    async (key) => {
      for (const direction of ['ASC', 'DESC'] as const)
        for (const filter of [
          {},
          { status: ['approved'] },
          { answers: { water: ['2', 'river'] } },
          { answers: { age: ['10', '70'] } },
        ]) {
          const query = { filter: { surveyId: [survey], ...filter }, orderBy: `answers.${key}_${direction}` }
          const { rows } = (await list({ ...query, limit: 500 })).body
          const values = rows.map(({ displayId }) => sortKey(key)(Number(displayId.slice(3))))
          expect(values).toEqual(
            values.toSorted((a, b) => (direction === 'ASC' ? compare(a, b) : compare(b, a))),
          )
          const paged = []
          for (let offset = 0; offset < rows.length; offset += 50)
            paged.push(...(await list({ ...query, limit: 50, offset })).body.rows)
          expect(paged.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
        }
    },
  )

  test('codes that are numbers are sorted as numbers, before other codes', async () => {
    const { rows } = (
      await list({
        limit: 500,
        filter: { surveyId: [survey], answers: { water: ['1', '2', '10', 'river'] } },
        orderBy: 'answers.water_DESC',
      })
    ).body
    const codes = rows.map(({ answers }) => answers?.['water'])
    expect([...new Set(codes)]).toEqual(['10', '2', '1', 'river'])
  })

  test('leads from neighbour to neighbour through the whole list', async () => {
    const lists: [AnswerOrder, Record<string, string[]>][] = [
      ['answers.age_ASC', {}],
      ['answers.nick_DESC', { age: ['30', '60'] }],
      ['answers.visit_DESC', { water: ['2'] }],
    ]
    for (const [orderBy, answers] of lists) {
      const query = { filter: { surveyId: [survey], answers }, orderBy }
      const { rows } = (await list({ ...query, limit: 30 })).body
      for (const [index, { id }] of rows.entries()) {
        const { body } = await world.as('supervisor')(getNeighbours, { params: { id }, query })
        expect(body).toMatchObject({
          previousId: rows[index - 1]?.id ?? null,
          ...(index < rows.length - 1 && { nextId: rows[index + 1]?.id }),
          position: index + 1,
        })
      }
    }
  })

  test('the whole list is streamed in the same order', async () => {
    const query = { filter: { surveyId: [survey] }, orderBy: 'answers.age_DESC' }
    const { rows } = (await list({ ...query, limit: 1000 })).body
    const all = (await list(query)).body
    expect(all.rows.map(({ id }) => id)).toEqual(rows.map(({ id }) => id))
    expect(all.rows[0]?.answers).toEqual(rows[0]?.answers)
  })
})

test('a list of one survey has the answers; other lists do not', async () => {
  const { rows } = await find({ code: '"c17"' })
  expect(rows[0]?.answers).toEqual(valuesOf(17))
  expect((await list({ limit: 1 })).body.rows[0]).not.toHaveProperty('answers')
})

test('counts, pickers, bulk reviews and exports apply the same filter', async () => {
  const filter = { surveyId: [survey], answers: { age: ['20', '40'] } }
  const expected = numbersWhere(({ age }) => isBetween(age, 20, 40)).length
  const { body: facet } = await world.as('supervisor')(getFacet, {
    query: { facet: 'investigatorName', filter },
  })
  expect(facet.values).toEqual([{ value: 'Ana Sitoe', count: expected }])
  const { body: preview } = await world.as('supervisor')(changeManyStatuses, {
    body: { filter, status: 'verified', dryRun: true },
  })
  expect(preview).toMatchObject({ count: expected })
  const reader = { db: world.db, actor: { userId: '', roles: ['manager' as const] }, scope: 'all' as const }
  const source = await openSource(reader, filter, [])
  expect(await source.tableRows([{ repeat: undefined } as never])).toEqual([expected])
  const created = await world.as('supervisor')(createSurveyExport, {
    body: { data: { status: 'START', format: 'csv', filter } },
  })
  expect([created.status, created.body.filter]).toEqual([200, filter])
})

describe('refuses', () => {
  const wrong: [string, object][] = [
    ['answers without a survey', { filter: { answers: { age: ['1', '2'] } } }],
    [
      'answers of two surveys',
      { filter: { surveyId: ['$survey', crypto.randomUUID()], answers: { age: ['1'] } } },
    ],
    ['a question that is not searchable', { filter: { surveyId: ['$survey'], answers: { nobody: ['1'] } } }],
    ['a wrong number', { filter: { surveyId: ['$survey'], answers: { age: ['1e3'] } } }],
    ['a number of another script', { filter: { surveyId: ['$survey'], answers: { age: ["1' or '1'='1"] } } }],
    ['a wrong date', { filter: { surveyId: ['$survey'], answers: { visit: ['2026-02-30'] } } }],
    ['a wrong time', { filter: { surveyId: ['$survey'], answers: { at: ['25:00'] } } }],
    ['a name of the prototype', { filter: { surveyId: ['$survey'], answers: { toString: ['1'] } } }],
    ['a name with SQL', { filter: { surveyId: ['$survey'], answers: { 'age" or 1=1 --': ['1'] } } }],
    [
      'too many questions',
      {
        filter: {
          surveyId: ['$survey'],
          answers: Object.fromEntries(Array.from({ length: 11 }, (_, n) => [`q${String(n)}`, ['1']])),
        },
      },
    ],
    ['an order without a survey', { orderBy: 'answers.age_ASC' }],
    ['an order by several choices', { filter: { surveyId: ['$survey'] }, orderBy: 'answers.crops_ASC' }],
    ['an order by an unknown question', { filter: { surveyId: ['$survey'] }, orderBy: 'answers.nobody_ASC' }],
    ['an order with SQL', { filter: { surveyId: ['$survey'] }, orderBy: 'answers.age;select_ASC' }],
  ]
  test.for(wrong)('%s', async ([, query]) => {
    const own = JSON.parse(JSON.stringify(query).replaceAll('$survey', survey)) as object
    expect((await list({ limit: 10, ...own })).status).toBe(400)
  })

  test('users who may not read answers', async () => {
    const reader = { db: world.db, actor: { userId: '', roles: ['monitor' as const] }, scope: 'all' as const }
    await expect(
      resolveFilter(reader, { surveyId: [survey], answers: { age: ['1', '2'] } }),
    ).rejects.toMatchObject({ code: 'entities.surveyResponses.errors.notSearchable' })
  })
})

/** Compares the stored answers with the answers that a new fill would store. */
const expectExact = async (surveyId: string) => {
  const { rows } = await world.services.pool.query<{ n: number }>(
    `with expected as (
       select q.id, r.id as response_id, k.answer_number, k.answer_text, r.start_time
       from survey_responses r join searchable_questions q on q.survey_id = r.survey_id and q.state = 'ready',
         answer_keys(q.kind, r."values" -> q.key) k where r.survey_id = $1),
     stored as (select * from response_answers where question_id in (
       select id from searchable_questions where survey_id = $1 and state = 'ready'))
     select count(*) n from ((table expected except all table stored) union all (
       select question_id, response_id, answer_number, answer_text, answer_time from stored except all table expected)) d`,
    [surveyId],
  )
  expect(rows[0]?.n).toBe(0)
}

describe('the answers stay equal to the responses', () => {
  test('after the fill and after new, changed and deleted responses', async () => {
    await expectExact(survey)
    const other = await createOpenSurvey(world.db, { choices, items })
    await save(other, ['age', 'crops'])
    await fill()
    const create = (values: Record<string, unknown>) =>
      world.as('supervisor')(createSurveyResponse, { body: { data: { ...interview(other), values } } })
    const { body: first } = await create({ age: 30, crops: ['maize', 'rice'] })
    await create({ age: 31 })
    await expectExact(other)
    const { id, version: _, values: _values, ...data } = first
    const { status } = await world.as('supervisor')(updateSurveyResponse, {
      params: { id },
      body: {
        id,
        data: {
          ...interview(other),
          surveyId: undefined,
          displayId: data.displayId,
          values: { age: 32 },
        } as never,
      },
    })
    expect(status).toBe(200)
    await expectExact(other)
    const ages = async () =>
      (await list({ limit: 9, filter: { surveyId: [other] }, orderBy: 'answers.age_DESC' })).body.rows.map(
        ({ answers }) => answers?.['age'],
      )
    expect(await ages()).toEqual([32, 31])
    await world.as('manager')(destroySurveyResponses, { query: { ids: [id] } })
    expect(await ages()).toEqual([31])
    const { rows } = await world.services.pool.query('select from response_answers where response_id = $1', [
      id,
    ])
    expect(rows).toHaveLength(0)
    // Erasures and the end of the retention period remove answers with such a statement.
    await world.services.pool.query(`update survey_responses set "values" = '{}' where survey_id = $1`, [
      other,
    ])
    await expectExact(other)
    expect(
      (await list({ limit: 9, filter: { surveyId: [other], answers: { age: ['31', '31'] } } })).body.count,
    ).toBe(0)
  })

  test('while responses are added and edited during the fill', async () => {
    const busy = await createOpenSurvey(world.db, { choices, items })
    await insertMany(busy, 0, 200)
    const writer = await world.services.pool.connect()
    await writer.query('begin')
    // This transaction does not see the marked question, and commits after the fill has started.
    await writer.query(
      `update survey_responses set "values" = "values" || '{"age": 77}' where survey_id = $1 and display_id = 'ID-7'`,
      [busy],
    )
    await writer.query(
      `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, investigator_name, supervisor_name, "values")
       values ($1, 1, 'Baseline', 'late', 'submitted', 'Ana Sitoe', 'Rui Macamo', '{"age": 78}')`,
      [busy],
    )
    await save(busy, ['age'])
    await fillAnswers(world.services.streams, 1)
    const states = async () =>
      (await world.as('supervisor')(listSearchableQuestions, { params: { id: busy } })).body.questions
    expect(await states()).toMatchObject([{ key: 'age', isReady: false }])
    expect((await list({ limit: 1, filter: { surveyId: [busy] }, orderBy: 'answers.age_ASC' })).status).toBe(
      400,
    )
    await writer.query('commit')
    writer.release()
    await fill()
    expect(await states()).toMatchObject([{ key: 'age', isReady: true, filledRows: 201 }])
    await expectExact(busy)
    expect(
      (await list({ limit: 9, filter: { surveyId: [busy], answers: { age: ['78', '78'] } } })).body.count,
    ).toBe(1)
  })

  test('never make a write fail, with any answer', async () => {
    const odd = await createOpenSurvey(world.db, { choices, items })
    await save(odd, keys)
    await fill()
    const strange = [
      'x'.repeat(10_000),
      'ß'.repeat(3_000),
      '1e400',
      '9'.repeat(400),
      -0,
      1e-300,
      true,
      null,
      {},
      [],
      [1, { a: 2 }],
      '\u{1F469}'.repeat(900),
    ]
    await world.services.pool.query(
      `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, investigator_name, supervisor_name, "values")
       select $1, 1, 'Baseline', 'odd ' || n, 'submitted', 'Ana Sitoe', 'Rui Macamo',
         (select jsonb_object_agg(key, line) from unnest($2::text[]) key)
       from unnest($3::jsonb[]) with ordinality lines (line, n)`,
      [odd, keys, strange.map((value) => JSON.stringify(value))],
    )
    await expectExact(odd)
    for (const key of keys.filter((one) => one !== 'crops'))
      expect(
        (await list({ limit: 100, filter: { surveyId: [odd] }, orderBy: `answers.${key}_ASC` })).body.rows,
      ).toHaveLength(strange.length)
  })
})

describe('settings', () => {
  const load = (surveyId: string, more: Partial<SurveyDefinition>) =>
    world.db.transaction().execute(async (db) => {
      const { definition } = await db
        .selectFrom('survey_versions')
        .select('definition')
        .where('survey_id', '=', surveyId)
        .orderBy('version', 'desc')
        .limit(1)
        .executeTakeFirstOrThrow()
      await loadSurvey({ db, author: { id: undefined, email: 'operator' } }, { ...definition, ...more })
    })
  const questionsOf = async (id: string) =>
    (await world.as('supervisor')(listSearchableQuestions, { params: { id } })).body.questions

  test('show the questions in the order of the manager, with labels and choices', async () => {
    const id = await createOpenSurvey(world.db, {
      choices,
      items: [...items, question('phone', { type: 'text', personal: true, personalOverride: true })],
    })
    expect((await save(id, ['water', 'age', 'phone'])).body.searchable).toEqual(['water', 'age', 'phone'])
    expect((await world.as('supervisor')(getSurveySettings, { params: { id } })).body.searchable).toEqual([
      'water',
      'age',
      'phone',
    ])
    expect(await questionsOf(id)).toMatchObject([
      {
        key: 'water',
        kind: 'choice',
        labels: { en: 'water' },
        choices: [{ value: '1' }, { value: '2' }, { value: '10' }, { value: 'river' }],
        personal: false,
      },
      { key: 'age', kind: 'number', choices: [] },
      { key: 'phone', kind: 'text', personal: true },
    ])
    // Without the field, the questions stay.
    const { body } = await world.as('manager')(updateSurveySettings, {
      params: { id },
      body: {
        data: {
          openFrom: '2026-01-01',
          closeOn: null,
          timeZone: null,
          personal: [{ key: 'phone', personal: true }],
        },
      },
    })
    expect(body.searchable).toEqual(['water', 'age', 'phone'])
  })

  test.for([
    ['an unknown question', ['nobody']],
    ['a question twice', ['age', 'age']],
    ['a repeat', ['members']],
    ['a question in a repeat', ['name']],
    ['a photo', ['house']],
    ['eleven questions', Array.from({ length: 11 }, (_, n) => `q${String(n)}`)],
  ] as const)('refuse %s', async ([, searchable]) => {
    const id = await createOpenSurvey(world.db)
    expect((await save(id, [...searchable])).status).toBe(400)
    expect(await questionsOf(id)).toEqual([])
  })

  test('a removed question leaves no answers, and can be marked again', async () => {
    const id = await createOpenSurvey(world.db, { choices, items })
    await insertMany(id, 0, 20)
    await save(id, ['age', 'nick'])
    await fill()
    await save(id, ['nick'])
    expect((await list({ limit: 1, filter: { surveyId: [id] }, orderBy: 'answers.age_ASC' })).status).toBe(
      400,
    )
    await fill()
    const { rows } = await world.services.pool.query<{ questions: number; answers: number }>(
      `select (select count(*) from searchable_questions where survey_id = $1) questions,
         (select count(*) from response_answers join survey_responses r on r.id = response_id where survey_id = $1) answers`,
      [id],
    )
    expect(rows).toEqual([{ questions: 1, answers: 20 }])
    await save(id, ['nick', 'age'])
    await fill()
    await expectExact(id)
  })

  test('a new version prepares the answers to a question of another type again, and keeps removed questions', async () => {
    const id = await createOpenSurvey(world.db, { choices, items })
    await insertMany(id, 0, 30)
    await save(id, ['age', 'nick'])
    await fill()
    await load(id, { items: [question('age', { type: 'text' }), question('plot', { type: 'number' })] })
    expect(await questionsOf(id)).toMatchObject([
      { key: 'age', kind: 'text', isReady: false },
      { key: 'nick', kind: 'text', isReady: true },
    ])
    await fill()
    await expectExact(id)
    const found = await list({ limit: 50, filter: { surveyId: [id], answers: { age: '"7"' } } })
    expect(found.body.rows.map(({ displayId }) => displayId)).toEqual(['ID-1'])
    expect(
      (await list({ limit: 50, filter: { surveyId: [id], answers: { nick: 'joa' } } })).body.count,
    ).toBeGreaterThan(0)
    expect((await save(id, ['nick', 'plot'])).body.searchable).toEqual(['nick', 'plot'])
    expect((await save(id, ['age'])).status).toBe(200)
  })
})
