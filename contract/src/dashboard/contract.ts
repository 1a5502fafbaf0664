import { z } from 'zod'

import { date, id, instant, range } from '../fields.ts'
import { route } from '../http.ts'
import { orderBy, wholeNumber } from '../list.ts'
import { responseStatuses } from '../survey-responses/status.ts'
import { Survey } from '../surveys/contract.ts'

/** What is told of any group of responses. `done` have been received and stand; `returned` wait for the field. */
const figures = { count: z.int(), done: z.int(), returned: z.int() }

/** Progress of a plan: `done` of `target`, and `expected`, the number that the plan wants by the end of yesterday. */
const progress = { target: z.int(), done: z.int(), expected: z.int() }
const Progress = z.strictObject(progress)
export type Progress = z.infer<typeof Progress>

/** What has the same value; null where responses have none. */
const Group = z.strictObject({ name: z.string().nullable(), ...figures })

const Person = z
  .strictObject({
    name: z.string(),
    ...figures,
    /** How long half of the interviews took at most, in whole minutes. */
    medianMinutes: z.int().nullable(),
    /** Whether any interview is of today or the two days before. */
    active: z.boolean(),
  })
  .meta({ id: 'DashboardPerson' })
export type DashboardPerson = z.infer<typeof Person>

/** A table of people shows so many at once. */
export const peoplePerPage = 10
const peopleOrders = ['name', 'count', 'done', 'returned', 'active'] as const
export type PeopleColumn = (typeof peopleOrders)[number]

/**
 * How the fieldwork goes: of all responses, or of those of a range of dates. Days are those of `surveyDate`.
 * An enumerator gets the figures of their own responses, without targets. spec §7
 */
export const Dashboard = z
  .strictObject({
    /** The figures are exact for this moment. */
    asOf: instant,
    /** The zone of the survey, or of the installation where all surveys are counted or the survey has none. */
    timeZone: z.string(),
    /** The current date in that zone. */
    today: date,
    /** Those to choose from, by their label. */
    surveys: z.array(Survey.pick({ id: true, label: true, openFrom: true, closeOn: true })),
    count: z.int(),
    statuses: z.record(z.enum(responseStatuses), z.int()),
    /** Of today, whatever range is asked for. */
    countToday: z.int(),
    lastReceivedAt: instant.nullable(),
    /** Of the surveys that have a target and planned days; within the range that is asked for. */
    plan: z
      .strictObject({
        ...progress,
        from: date,
        to: date,
        /** At the pace of the last fourteen days; null when the target is reached, nothing came in them, or a range is asked for. */
        forecastEnd: date.nullable(),
      })
      .nullable(),
    /** Those that have responses or are planned and have come. `expected`: how many the plan wants that day. */
    days: z.array(z.strictObject({ date, count: z.int(), done: z.int(), expected: z.number().nullable() })),
    districts: z.array(Group.extend({ plan: Progress.nullable() })),
    villageTypes: z.array(Group),
    villageCategories: z.array(Group),
    /** `most`: the count of whoever has the most of all, which bars on any page are measured by. */
    people: z.strictObject({ rows: z.array(Person), count: z.int(), active: z.int(), most: z.int() }),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = route({
  method: 'GET',
  path: '/dashboard/:id',
  access: 'member',
  summary: 'The figures of one survey, or of all of them',
  params: z.strictObject({ id: z.union([z.literal('all'), id]) }),
  query: z.strictObject({
    surveyDateRange: range(date).optional(),
    /** Whose table is shown, in which order, from which row on. */
    people: z.enum(['enumerators', 'supervisors']).default('enumerators'),
    orderBy: orderBy(peopleOrders).default('count_DESC'),
    offset: wholeNumber.pipe(z.int().max(1_000_000)).default(0),
  }),
  response: Dashboard,
})
