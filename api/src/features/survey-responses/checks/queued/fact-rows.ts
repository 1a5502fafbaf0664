import type { Fingerprint } from '@baseline/contract/checks/fingerprint.ts'
import type { CheckedFacts, ResponseFacts } from '@baseline/contract/checks/response-facts.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'

import { findPhotoFacts, writePhotoFacts } from './photo-facts.ts'

type FactRow = Selectable<Schema['check_facts']>

/** The columns that are needed of neighbours. */
export const comparedColumns = [
  'response_id',
  'survey_id',
  'display_id',
  'investigator',
  'started_at',
  'ended_at',
  'day',
  'minutes',
  'latitude',
  'longitude',
  'accuracy',
  'village',
  'household',
  'phone',
  'answers',
  'answer_count',
] as const
export type ComparedRow = Pick<FactRow, (typeof comparedColumns)[number]>

export const toComparedFacts = (row: ComparedRow): ResponseFacts => ({
  id: row.response_id,
  surveyId: row.survey_id,
  displayId: row.display_id,
  investigator: row.investigator,
  startedAt: row.started_at?.getTime() ?? null,
  endedAt: row.ended_at?.getTime() ?? null,
  day: row.day,
  minutes: row.minutes,
  latitude: row.latitude,
  longitude: row.longitude,
  accuracy: row.accuracy,
  village: row.village,
  household: row.household,
  phone: row.phone,
  answers: row.answers,
  answerCount: row.answer_count,
})

export const readFingerprint = (bytes: Buffer): Fingerprint =>
  // A copy, because the numbers must begin at a multiple of four bytes.
  new Uint32Array(Uint8Array.from(bytes).buffer)

const toBytes = ({ buffer, byteOffset, byteLength }: Fingerprint): string =>
  `\\x${Buffer.from(buffer, byteOffset, byteLength).toString('hex')}`

const toRow = (facts: CheckedFacts) => ({
  response_id: facts.id,
  survey_id: facts.surveyId,
  display_id: facts.displayId,
  investigator: facts.investigator,
  started_at: facts.startedAt === null ? null : new Date(facts.startedAt),
  ended_at: facts.endedAt === null ? null : new Date(facts.endedAt),
  day: facts.day,
  minutes: facts.minutes,
  latitude: facts.latitude,
  longitude: facts.longitude,
  accuracy: facts.accuracy,
  village: facts.village,
  household: facts.household,
  phone: facts.phone,
  answers: facts.answers,
  answer_count: facts.answerCount,
  fingerprint: facts.fingerprint && toBytes(facts.fingerprint),
})

const selectFacts = compiledOnce<FactRow, { ids: readonly string[] }>((db, { ids }) => ({
  compile: () =>
    sql<FactRow>`select ${prepared} * from check_facts where response_id = any(${ids}::uuid[])`.compile(db),
}))

export const findFacts = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, CheckedFacts>> => {
  if (ids.length === 0) return new Map()
  const photos = await findPhotoFacts(db, ids)
  return new Map(
    (await selectFacts(db, { ids })).map((row) => [
      row.response_id,
      {
        ...toComparedFacts(row),
        fingerprint: row.fingerprint && readFingerprint(row.fingerprint),
        photos: photos.get(row.response_id) ?? [],
      },
    ]),
  )
}

const removeFacts = compiledOnce<unknown, { ids: readonly string[] }>((db, { ids }) => ({
  compile: () => sql`delete ${prepared} from check_facts where response_id = any(${ids}::uuid[])`.compile(db),
}))

const insertFacts = compiledOnce<unknown, { rows: string }>((db, { rows }) => ({
  compile: () =>
    sql`insert into check_facts select ${prepared} * from json_populate_recordset(null::check_facts, ${rows}::json)`.compile(
      db,
    ),
}))

/** Stores the current facts of responses; those without any lose their row. */
export const writeFacts = async (
  tx: Db,
  ids: readonly string[],
  facts: readonly CheckedFacts[],
): Promise<void> => {
  await removeFacts(tx, { ids })
  if (facts.length > 0) await insertFacts(tx, { rows: JSON.stringify(facts.map(toRow)) })
  await writePhotoFacts(tx, ids, facts)
}
