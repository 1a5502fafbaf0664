import type { CheckedFacts, PhotoFacts } from '@baseline/contract/checks/response-facts.ts'
import { photoFolder } from '@baseline/contract/storage/folders.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'

/** A photo of a response, with the time as the camera wrote it. */
export interface StoredPhoto extends Omit<PhotoFacts, 'takenAt'> {
  takenAt: Date | null
  takenLocal: string | null
}

type PhotoRow = Selectable<Schema['check_photos']>

const selectPhotos = compiledOnce<StoredPhoto & { responseId: string }, { ids: readonly string[] }>(
  (db, { ids }) => ({
    compile: () =>
      sql<StoredPhoto & { responseId: string }>`
        select ${prepared} id, response_id as "responseId", coalesce(question, '') as question,
          translate(left(encode(sha256, 'base64'), 11), '+/', '-_') as hash, taken_at as "takenAt",
          taken_local as "takenLocal", taken_latitude as latitude, taken_longitude as longitude
        from files
        where response_id = any(${ids}::uuid[]) and unused_since is null and folder = ${sql.lit(photoFolder)}
        order by id`.compile(db),
  }),
)

/** Returns the stored photos of responses. */
export const findPhotos = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly StoredPhoto[]>> =>
  Map.groupBy(await selectPhotos(db, { ids }), ({ responseId }) => responseId)

const selectFacts = compiledOnce<PhotoRow, { ids: readonly string[] }>((db, { ids }) => ({
  compile: () =>
    sql<PhotoRow>`
      select ${prepared} * from check_photos where response_id = any(${ids}::uuid[]) order by file_id`.compile(
      db,
    ),
}))

const toFacts = (row: PhotoRow): PhotoFacts => ({
  id: row.file_id,
  question: row.question,
  hash: row.hash,
  takenAt: row.taken_at?.getTime() ?? null,
  latitude: row.latitude,
  longitude: row.longitude,
})

/** Returns what the last check compared about the photos of responses. */
export const findPhotoFacts = async (
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, readonly PhotoFacts[]>> => {
  const rows = Map.groupBy(await selectFacts(db, { ids }), (row) => row.response_id)
  return new Map([...rows].map(([id, photos]) => [id, photos.map(toFacts)]))
}

const removePhotos = compiledOnce<unknown, { ids: readonly string[] }>((db, { ids }) => ({
  compile: () =>
    sql`delete ${prepared} from check_photos where response_id = any(${ids}::uuid[])`.compile(db),
}))

const insertPhotos = compiledOnce<unknown, { rows: string }>((db, { rows }) => ({
  compile: () =>
    sql`
      insert into check_photos
      select ${prepared} * from json_populate_recordset(null::check_photos, ${rows}::json)`.compile(db),
}))

/** Stores what the checks compare about the photos of responses. */
export const writePhotoFacts = async (
  tx: Db,
  ids: readonly string[],
  facts: readonly CheckedFacts[],
): Promise<void> => {
  await removePhotos(tx, { ids })
  const rows = facts.flatMap(({ id: responseId, surveyId, photos }) =>
    photos.map(({ id, question, hash, takenAt, latitude, longitude }) => ({
      response_id: responseId,
      file_id: id,
      survey_id: surveyId,
      question,
      hash,
      taken_at: takenAt === null ? null : new Date(takenAt),
      latitude,
      longitude,
    })),
  )
  if (rows.length > 0) await insertPhotos(tx, { rows: JSON.stringify(rows) })
}
