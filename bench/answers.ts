import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { loadSurvey } from '../api/src/features/surveys/load-survey.ts'
import type { AnswerOrder } from '../contract/src/survey-responses/answer-filter.ts'
import type { SurveyResponseFilter } from '../contract/src/survey-responses/filter.ts'
import { createInterviews } from '../scripts/seed/interviews.ts'
import type { BenchStack } from './bench-stack.ts'
import { measureRowRate } from './intake.ts'
import { measure } from './lists.ts'
import type { Report } from './report.ts'
import { send } from './send.ts'

type Answers = NonNullable<SurveyResponseFilter['answers']>

/** Searchable questions of the demo, each with filters that match few and many responses. */
const questions: Readonly<Record<string, Readonly<Record<string, (n: number) => string[]>>>> = {
  head_name: {
    'a beginning': (n) => [['Ana', 'Jo', 'Maria S', 'Ru'][n % 4] ?? ''],
    'a whole text': (n) => [`"${['Ana Sitoe', 'João Macamo', 'Maria Cossa'][n % 3] ?? ''}"`],
  },
  head_age: {
    'one number': (n) => [String(22 + n), String(22 + n)],
    'a range': (n) => [String(22 + n), String(32 + n)],
    'an open range': (n) => [String(22 + n), ''],
  },
  household_size: { 'one number': (n) => [String(n % 9), String(n % 9)] },
  income_month: { 'a range': (n) => [String(n * 500), String(n * 500 + 100)] },
  land: { 'a range': (n) => [String(n / 10), String(n / 10 + 1)] },
  water_source: {
    'one choice': (n) => [['piped', 'standpipe', 'borehole', 'rain'][n % 4] ?? ''],
    'two choices': (n) => [['piped', 'well'][n % 2] ?? '', 'river'],
  },
  toilet: { 'one choice': (n) => [['flush', 'improved', 'pit', 'none'][n % 4] ?? ''] },
  crops: {
    'one choice': (n) => [['maize', 'cassava', 'rice'][n % 3] ?? ''],
    'two choices': (n) => ['maize', ['beans', 'rice'][n % 2] ?? ''],
  },
  planting_date: { 'a month': (n) => [`2025-1${String(n % 3)}-01`, `2025-1${String(n % 3)}-28`] },
  best_time: { 'an hour': (n) => [`${String(10 + (n % 7))}:00`, `${String(10 + (n % 7))}:59`] },
}
const keys = Object.keys(questions)

/** Marks the questions, and waits until the worker has prepared the answers of all responses. */
const markQuestions = async ({ call, owner }: BenchStack, surveyId: string, report: Report) => {
  const startedAt = Date.now()
  const { status } = await call(`/surveys/${surveyId}/settings`, {
    method: 'PUT',
    body: { data: { openFrom: null, closeOn: null, timeZone: null, personal: [], searchable: keys } },
  })
  if (status !== 200) throw new Error(`the settings returned ${String(status)}`)
  const pending = async () => {
    const { rows } = await owner.query<{ pending: number; filled: number }>(
      `select count(*) filter (where state <> 'ready')::int pending, max(filled_rows)::int filled
       from searchable_questions where survey_id = $1`,
      [surveyId],
    )
    return rows[0]
  }
  const before = await pending()
  while ((await pending())?.pending) await sleep(1_000)
  const after = await pending()
  if (before?.pending)
    report.add({
      part: 'Searchable questions',
      what: `responses prepared for ${String(keys.length)} questions`,
      value: (after?.filled ?? 0) / ((Date.now() - startedAt) / 1000),
      unit: 'rows/s',
      row: 'answers.prepared',
    })
  await owner.query('vacuum analyze response_answers')
}

/** Measures the first page under filters by answers, and in their orders: p95 of `times` calls each. */
const measureLists = async (bench: BenchStack, report: Report, surveyId: string, times: number) => {
  const numbers = Array.from({ length: times }, (_, n) => n)
  const limit = { part: 'Answers, first page, p95', most: 100 }
  const queryOf = (answers: Answers, more: SurveyResponseFilter = {}) => ({
    filter: { surveyId: [surveyId], answers, ...more },
  })
  for (const [key, filters] of Object.entries(questions))
    for (const [name, values] of Object.entries(filters))
      await measure(
        bench,
        report,
        { ...limit, what: `filter ${key}, ${name}`, row: 'answers.filters' },
        numbers.map((n) => queryOf({ [key]: values(n) })),
      )
  for (const key of keys.filter((one) => one !== 'crops'))
    for (const direction of ['ASC', 'DESC'] as const) {
      const orderBy: AnswerOrder = `answers.${key}_${direction}`
      const figure = { ...limit, what: `order by ${key}_${direction}`, row: 'answers.orders' }
      await measure(
        bench,
        report,
        figure,
        numbers.map(() => ({ ...queryOf({}), orderBy })),
      )
    }
  const combinations: Record<string, (n: number) => { filter: SurveyResponseFilter; orderBy?: AnswerOrder }> =
    {
      'a range in its order': (n) => ({
        ...queryOf({ head_age: [String(22 + n), ''] }),
        orderBy: 'answers.head_age_ASC',
      }),
      'a choice in the order of a number': (n) => ({
        ...queryOf({ toilet: [['flush', 'none'][n % 2] ?? ''] }),
        orderBy: 'answers.income_month_DESC',
      }),
      'two questions': (n) => queryOf({ head_age: [String(22 + n), String(24 + n)], toilet: ['none'] }),
      'a choice, submitted': () => queryOf({ water_source: ['river'] }, { status: ['submitted'] }),
      'approved, in the order of a number': () => ({
        ...queryOf({}, { status: ['approved'] }),
        orderBy: 'answers.head_age_DESC',
      }),
    }
  for (const [what, query] of Object.entries(combinations))
    await measure(
      bench,
      report,
      { part: 'Answers with other filters, first page, p95', most: 500, what, row: 'answers.combinations' },
      numbers.map(query),
    )
}

/** Measures the intake of surveys that differ only in the number of their searchable questions. */
const measureIntake = async (bench: BenchStack, report: Report, surveyId: string, seconds: number) => {
  const { db, owner, stack } = bench
  const { definition } = await db
    .selectFrom('survey_versions')
    .select('definition')
    .where('survey_id', '=', surveyId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  const surveys = []
  for (const count of [0, 1, 5, 10]) {
    const formId = `searchable_${String(count)}`
    const author = { id: undefined, email: 'bench' }
    const { id } = await db
      .transaction()
      .execute((tx) => loadSurvey({ db: tx, author }, { ...definition, formId }, { status: 'open' }))
    await owner.query(
      `insert into searchable_questions (survey_id, key, kind, position, state)
       select $1, key, kind, position, 'ready' from searchable_questions
       where survey_id = $2 and state = 'ready' and position < $3 on conflict do nothing`,
      [id, surveyId, count],
    )
    surveys.push({ count, rate: 0, next: createInterviews(id) })
  }
  // Takes turns, so that a busy moment of the machine affects all.
  for (let turn = 0; turn < 3; turn += 1)
    for (const survey of surveys) {
      const bodies = Array.from({ length: seconds * 1_200 }, () => JSON.stringify({ data: survey.next() }))
      const addRow = async () =>
        send(`${stack.apiUrl}/api/survey-responses`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${await bench.bearer()}`,
            'content-type': 'application/json',
            'idempotency-key': randomUUID(),
          },
          body: bodies.pop() ?? JSON.stringify({ data: survey.next() }),
        })
      survey.rate = Math.max(survey.rate, await measureRowRate(addRow, { clients: 10, seconds }))
    }
  const [none] = surveys
  for (const { count, rate } of surveys)
    report.add({
      part: 'Intake with searchable questions, concurrency 10',
      what: `${String(count)} questions`,
      value: rate,
      unit: 'rows/s',
      note: `${((rate / (none?.rate ?? rate)) * 100).toFixed(0)} %`,
      row: `answers.intake, ${String(count)}`,
    })
}

/** Measures lists by answers, and their cost for the intake. */
export const answers = async (
  bench: BenchStack,
  report: Report,
  { times, seconds }: { times: number; seconds: number },
): Promise<void> => {
  const { id } = await bench.db
    .selectFrom('surveys')
    .select('id')
    .where('form_id', '=', 'household_baseline')
    .executeTakeFirstOrThrow()
  await markQuestions(bench, id, report)
  await measureLists(bench, report, id, times)
  await measureIntake(bench, report, id, seconds)
}
