import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'

import { createChance } from './chance.ts'
import { createDisplayIdGenerator, formatLine, uuid7 } from './copy-text.ts'
import type { Cell } from './copy-text.ts'
import type { Home } from './household.ts'
import { makeWorkers } from './people.ts'
import type { Worker } from './people.ts'
import { makeVillages } from './places.ts'
import { makeResponses } from './responses.ts'
import type { SeededResponse } from './responses.ts'
import { replaceTriggers, runConcurrently, vacuum, withoutIndexes } from './upkeep.ts'

export interface SeedOptions {
  count: number
  /** Length of the period, in days until now. */
  days: number
  villages: number
  enumerators: number
  seed: number
}

interface Ids {
  survey: { id: string; version: number; label: string; already: number }
  /** User details by mobile number. */
  details: ReadonlyMap<string, string>
  /** Accounts by email address. */
  users: ReadonlyMap<string, string>
}

/** Has the name of the demo account for enumerators, so that this account has responses to see. */
const elias: Worker = {
  firstName: 'Elias',
  lastName: 'Evora',
  name: 'Elias Evora',
  sex: 'male',
  mobileNumber: '840999999',
  email: 'enumerator@example.org',
}

const findSurvey = async (client: pg.Client): Promise<Ids['survey']> => {
  const { rows } = await client.query<Ids['survey']>(
    `select id, version, label, (select count(*)::int from display_ids where survey_id = s.id) already
     from surveys s where form_id = 'household_baseline'`,
  )
  if (!rows[0]) throw new Error('the demo survey is not loaded')
  return rows[0]
}

const insertStaff = async (client: pg.Client, workers: readonly Worker[]): Promise<Map<string, string>> => {
  const mobiles = workers.map(({ mobileNumber }) => mobileNumber)
  await client.query(
    `insert into user_details (first_name, last_name, mobile_number, gender, onboarding_date)
     select f, l, m, g, current_date - 400 from unnest($1::text[], $2::text[], $3::text[], $4::text[]) t(f, l, m, g)
     where not exists (select 1 from user_details where mobile_number = m)`,
    [
      workers.map(({ firstName }) => firstName),
      workers.map(({ lastName }) => lastName),
      mobiles,
      workers.map(({ sex }) => sex),
    ],
  )
  const { rows } = await client.query<{ id: string; mobile_number: string }>(
    'select id, mobile_number from user_details where mobile_number = any($1)',
    [mobiles],
  )
  return new Map(rows.map((row) => [row.mobile_number, row.id]))
}

const toIso = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString()

/** Caches the JSON of a home, because homes are reused. */
const answersJson = new WeakMap<Home, string>()
const answersOf = (home: Home): string => {
  const cached = answersJson.get(home)
  if (cached !== undefined) return cached
  const text = JSON.stringify(home.answers)
  answersJson.set(home, text)
  return text
}

const rowOf = (response: SeededResponse, { survey, details, users }: Ids, displayId: string) => {
  const { village, enumerator, supervisor, position } = response
  return {
    id: uuid7(response.createdAt),
    survey_id: survey.id,
    survey_version: survey.version,
    survey_label: survey.label,
    display_id: displayId,
    status: response.status,
    survey_date: response.surveyDate,
    start_time: toIso(response.startTime),
    start_offset_minutes: 120,
    orig_time: toIso(response.startTime),
    end_time: toIso(response.endTime),
    user_id: users.get(enumerator.email),
    email: enumerator.email,
    investigator_id: details.get(enumerator.mobileNumber),
    investigator_name: enumerator.name,
    investigator_email: enumerator.email,
    investigator_mobile_number: enumerator.mobileNumber,
    supervisor_id: details.get(supervisor.mobileNumber),
    supervisor_name: supervisor.name,
    district_name: village.district.label,
    village: village.name,
    village_type: village.type.label,
    village_category: village.category.label,
    household_name: response.householdName,
    latitude: position?.latitude,
    longitude: position?.longitude,
    accuracy: position?.accuracy,
    '"values"': `${JSON.stringify(response.identification).slice(0, -1)},${answersOf(response.home).slice(1)}`,
    version: response.version,
    created_at: toIso(response.createdAt),
    updated_at: toIso(response.createdAt),
  } satisfies Record<string, Cell>
}
type Row = ReturnType<typeof rowOf>

/** Joins rows to larger chunks: one write per row would take longer than generating it. */
function* joinLines(rows: Iterable<readonly Cell[]>): Generator<string> {
  let piece = ''
  for (const cells of rows) {
    piece += formatLine(cells)
    if (piece.length < 65_536) continue
    yield piece
    piece = ''
  }
  if (piece) yield piece
}

/** Generates rows while earlier ones are being stored. */
const copy = async (client: pg.Client, target: string, rows: Iterable<readonly Cell[]>): Promise<void> =>
  pipeline(
    Readable.from(joinLines(rows), { highWaterMark: 16 }),
    client.query(copyFrom(`copy ${target} from stdin`)),
  )

const copyBatch = async (client: pg.Client, rows: Iterator<Row, unknown>, count: number): Promise<void> => {
  const first = rows.next()
  if (first.done) return
  const displayIdRows: Cell[][] = []
  function* cells(): Generator<Cell[]> {
    let row: Row | undefined = first.done ? undefined : first.value
    while (row) {
      displayIdRows.push([row.survey_id, row.display_id, row.id])
      yield Object.values(row)
      const next = displayIdRows.length < count ? rows.next() : undefined
      row = next && !next.done ? next.value : undefined
    }
  }
  await client.query('begin')
  await copy(client, `survey_responses (${Object.keys(first.value).join(', ')})`, cells())
  await copy(client, 'display_ids (survey_id, display_id, response_id)', displayIdRows)
  await client.query('commit')
}

/** Number of rows from which it is faster to drop and rebuild the indexes. */
const minRowsToRebuild = 20_000

/** Number of connections: the smallest supported machine has two cores. */
const connectionCount = 2

const batchRows = 20_000

/** Adds generated responses to the demo survey with COPY, as the owner of the tables. */
export const loadResponses = async (ownerUrl: string, seedOptions: SeedOptions): Promise<void> => {
  if (process.env['NODE_ENV'] === 'production')
    throw new Error('generated responses are not allowed in production')
  const options = '-c search_path=app,public -c synchronous_commit=off -c maintenance_work_mem=512MB'
  const clients = Array.from(
    { length: connectionCount },
    () => new pg.Client({ connectionString: ownerUrl, options }),
  )
  await Promise.all(clients.map((connection) => connection.connect()))
  const [client] = clients
  if (!client) return
  try {
    const { count, seed, days } = seedOptions
    const chance = createChance(seed)
    const villages = makeVillages(chance, seedOptions.villages)
    const enumerators = [elias, ...makeWorkers(chance, seedOptions.enumerators, '840')]
    const supervisors = makeWorkers(chance, Math.ceil(enumerators.length / 10), '860')
    const accounts = await client.query<{ id: string; email: string }>('select id, email from users')
    const ids: Ids = {
      survey: await findSurvey(client),
      details: await insertStaff(client, [...enumerators, ...supervisors]),
      users: new Map(accounts.rows.map((user) => [user.email, user.id])),
    }
    const nextDisplayId = createDisplayIdGenerator(ids.survey.already)
    const to = Date.now()
    const period = { count, from: to - days * 86_400_000, to }
    const responses = makeResponses(chance, { enumerators, supervisors }, villages, period)
    const rows = responses.map((response) => rowOf(response, ids, nextDisplayId()))
    let remaining = count
    const load = () =>
      runConcurrently(clients, async (connection) => {
        const size = Math.min(batchRows, remaining)
        remaining -= size
        if (size > 0) await copyBatch(connection, rows, size)
        return remaining > 0
      })
    const keepsIndexes = count < minRowsToRebuild
    await (keepsIndexes ? load() : withoutIndexes(client, clients, load))
    await vacuum(clients, keepsIndexes ? [] : replaceTriggers)
  } finally {
    await Promise.all(clients.map((connection) => connection.end()))
  }
}
