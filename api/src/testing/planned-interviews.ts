import { addDays } from '@baseline/contract/checks/enumerator-work.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'
import { sql } from 'kysely'

import type { Db } from '../platform/database/database.ts'
import { createOpenSurvey, question } from './responses.ts'

/** Creates a survey about farms, the source of water and the number of rooms. */
export const createFarmSurvey = (db: Db): Promise<string> =>
  createOpenSurvey(db, {
    timeZone: 'UTC',
    choices: {
      farms: ['yes', 'no'].map((value) => ({ value, labels: { en: value } })),
      water: [
        { value: 'well', labels: { en: 'Well' } },
        { value: 'dontKnow', labels: { en: 'Don’t know' }, means: 'dont_know' },
      ],
    },
    items: [
      question('place', { type: 'location', feeds: 'location' }),
      question('farms', { type: 'choice', list: 'farms' }),
      question('hectares', { type: 'number', relevant: "${farms} = 'yes'" }),
      question('water', { type: 'choice', list: 'water' }),
      question('rooms', { type: 'integer' }),
    ],
  })

export interface PlannedInterview {
  name: string
  /** Days before today. */
  daysAgo: number
  minutes?: number
  district?: string
  hasPlace?: boolean
  values?: Record<string, unknown>
}

/** Inserts interviews as the application would have stored them, one after the other from 6:00. Returns their ids. */
export const insertInterviews = async (
  db: Db,
  surveyId: string,
  interviews: readonly PlannedInterview[],
): Promise<string[]> => {
  const today = todayIn('UTC')
  const startOf = (n: number, { daysAgo }: PlannedInterview): string =>
    new Date(Date.parse(`${addDays(today, -daysAgo)}T06:00:00Z`) + (n % 10) * 3_600_000).toISOString()
  const rows = interviews.map((interview, n) => ({
    start: startOf(n, interview),
    name: interview.name,
    minutes: interview.minutes ?? 40,
    district: interview.district ?? 'Boane',
    latitude: interview.hasPlace === false ? null : -25.9,
    longitude: interview.hasPlace === false ? null : 32.5,
    values: {
      ...(interview.hasPlace !== false && { place: { latitude: -25.9, longitude: 32.5 } }),
      farms: 'yes',
      hectares: 1,
      water: 'well',
      rooms: 1 + (n % 9),
      ...interview.values,
    },
  }))
  const { rows: stored } = await sql<{ id: string }>`
    insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, start_time, end_time,
      investigator_name, supervisor_name, district_name, latitude, longitude, accuracy, "values")
    select ${surveyId}, 1, 'Farms', gen_random_uuid()::text, 'submitted', start, start + minutes * interval '1 minute',
      name, 'Rui', district, latitude, longitude, 5, "values"
    from json_to_recordset(${JSON.stringify(rows)}::json) as planned (start timestamptz, name text, minutes int,
      district text, latitude float8, longitude float8, "values" jsonb)
    returning id`.execute(db)
  return stored.map(({ id }) => id)
}

/** Two interviews a day, up to yesterday. */
export const plan = (
  name: string,
  {
    from = 1,
    to = 28,
    ...more
  }: { from?: number; to?: number } & Omit<PlannedInterview, 'name' | 'daysAgo'> = {},
): PlannedInterview[] =>
  Array.from({ length: 2 * (to - from + 1) }, (_, n) => ({
    name,
    daysAgo: from + Math.floor(n / 2),
    ...more,
  }))
