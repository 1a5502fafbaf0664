import { z } from 'zod'

import { severities } from '../checks/rules.ts'
import { date, id, instant, range } from '../fields.ts'
import { route } from '../http.ts'
import { orderBy, wholeNumber } from '../list.ts'
import { responseStatuses } from '../survey-responses/status.ts'
import { Survey } from '../surveys/contract.ts'

/** Figures of a group of responses. `done`: has one of doneStatuses; `returned`: sent back to the field. */
const figures = { count: z.int(), done: z.int(), returned: z.int() }

/** Progress of a plan: `done` of `target`; `expected` is the planned number at the end of yesterday. */
const progress = { target: z.int(), done: z.int(), expected: z.int() }
const Progress = z.strictObject(progress)
export type Progress = z.infer<typeof Progress>

/** Responses with the same value; `name` is null for responses without one. */
const Group = z.strictObject({ name: z.string().nullable(), ...figures })

const Person = z
  .strictObject({
    name: z.string(),
    ...figures,
    /** Median length of the interviews, in whole minutes. */
    medianMinutes: z.int().nullable(),
    /** Whether an interview took place today or on one of the two days before. */
    active: z.boolean(),
  })
  .meta({ id: 'DashboardPerson' })
export type DashboardPerson = z.infer<typeof Person>

/** Rows per page of the table of people. */
export const peoplePerPage = 10
const peopleOrders = ['name', 'count', 'done', 'returned', 'active'] as const
export type PeopleColumn = (typeof peopleOrders)[number]

/**
 * Progress of the fieldwork, of all responses or of a range of dates. Groups days by `surveyDate`. An
 * enumerator sees only their responses, without targets. spec §7
 */
export const Dashboard = z
  .strictObject({
    /** The figures are exact at this moment. */
    asOf: instant,
    /** Time zone of the survey; that of the installation for all surveys, or if the survey has none. */
    timeZone: z.string(),
    /** The current date in that zone. */
    today: date,
    /** Surveys to choose from, ordered by label. */
    surveys: z.array(Survey.pick({ id: true, label: true, openFrom: true, closeOn: true })),
    count: z.int(),
    statuses: z.record(z.enum(responseStatuses), z.int()),
    /** Responses of today, regardless of the requested range. */
    countToday: z.int(),
    lastReceivedAt: instant.nullable(),
    /** Open flags on any date, by severity; null for users who see only their own responses. */
    flags: z.record(z.enum(severities), z.int()).nullable(),
    /** Plan of the surveys that have a target and planned days, within the requested range. */
    plan: z
      .strictObject({
        ...progress,
        from: date,
        to: date,
        /**
         * Estimated from the pace of the last 14 days; null if the target is reached, that pace is 0 or a
         * range is requested.
         */
        forecastEnd: date.nullable(),
      })
      .nullable(),
    /** Days with responses, and planned days up to today. `expected`: the planned number for that day. */
    days: z.array(z.strictObject({ date, count: z.int(), done: z.int(), expected: z.number().nullable() })),
    districts: z.array(Group.extend({ plan: Progress.nullable() })),
    villageTypes: z.array(Group),
    villageCategories: z.array(Group),
    /** `most`: the highest count of any person, the scale of the bars on every page. */
    people: z.strictObject({ rows: z.array(Person), count: z.int(), active: z.int(), most: z.int() }),
  })
  .meta({ id: 'Dashboard' })
export type Dashboard = z.infer<typeof Dashboard>

export const getDashboard = route({
  method: 'GET',
  path: '/dashboard/:id',
  access: 'member',
  summary: 'Return the dashboard of one survey or of all surveys',
  params: z.strictObject({ id: z.union([z.literal('all'), id]) }),
  query: z.strictObject({
    surveyDateRange: range(date).optional(),
    /** People in the table. */
    people: z.enum(['enumerators', 'supervisors']).default('enumerators'),
    /** Order of the table. */
    orderBy: orderBy(peopleOrders).default('count_DESC'),
    /** First row of the table. */
    offset: wholeNumber.pipe(z.int().max(1_000_000)).default(0),
  }),
  response: Dashboard,
})
