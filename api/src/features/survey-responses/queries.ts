import { AppError } from '@baseline/contract/errors.ts'
import { pick } from '@baseline/contract/facts.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { Option } from '@baseline/contract/list.ts'
import { attributes } from '@baseline/contract/survey-responses/columns.ts'
import type { autocompleteSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseFilter } from '@baseline/contract/survey-responses/filter.ts'
import type {
  Photo,
  SurveyResponse,
  SurveyResponseRow,
} from '@baseline/contract/survey-responses/response.ts'
import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { presenterOf, toColumns } from '#platform/database/rename.ts'
import type { Schema } from '#platform/database/schema.ts'
import { selectResponses } from '#platform/database/scoped-tables.ts'
import { limits } from '#platform/limits.ts'

import { columnsByName } from './columns.ts'
import { resolveFilter } from './list/filter.ts'
import type { Reader } from './scope.ts'
import { photosOf } from './write/files.ts'

/** Columns of a list. */
export const rowColumns = Object.values(columnsByName)
const recordColumns = [
  ...rowColumns,
  'start_offset_minutes',
  'investigator_id',
  'supervisor_id',
  'latitude',
  'longitude',
  'accuracy',
  'photo_links',
  'values',
] as const

type Table = Selectable<Schema['survey_responses']>
export type ListedRow = Pick<Table, (typeof rowColumns)[number]>
type StoredRow = Pick<Table, (typeof recordColumns)[number]>

/** Converts the columns that list rows and full records share. */
export const presentColumns: (row: ListedRow) => Omit<SurveyResponseRow, 'timeZone'> =
  presenterOf(columnsByName)

const locationOf = ({ latitude, longitude, accuracy }: StoredRow): SurveyResponse['location'] => {
  if (latitude === null || longitude === null) return null
  return accuracy === null ? { latitude, longitude } : { latitude, longitude, accuracy }
}

const present = (row: StoredRow, photos: Photo[]): SurveyResponse => ({
  ...presentColumns(row),
  startOffsetMinutes: row.start_offset_minutes,
  investigatorId: row.investigator_id,
  supervisorId: row.supervisor_id,
  location: locationOf(row),
  photos,
  values: row.values,
})

const presentAll = async (db: Db, rows: readonly StoredRow[]): Promise<SurveyResponse[]> => {
  const photos = await photosOf(db, rows)
  return rows.map((row) => present(row, photos.get(row.id) ?? []))
}

/** Finds responses by a part of the Survey Id or the household name. Under three characters: prefix match. */
export const autocomplete = async (
  reader: Reader,
  { query, limit }: Input<typeof autocompleteSurveyResponses>['query'],
): Promise<Option[]> => {
  const findBy = async (
    filter: SurveyResponseFilter,
    column: 'display_id_folded' | 'household_name_folded',
  ) => {
    const rows = await resolveFilter(reader, filter)
    // Sorts at most `autocompleteMatches` matches: sorting all of them would be too slow while the user types.
    const limited = rows
      .from(reader.db)
      .select(['id', 'display_id', 'household_name', column])
      .limit(limits.autocompleteMatches)
    return reader.db
      .selectFrom(limited.as('some'))
      .select(['id', 'display_id', 'household_name'])
      .orderBy(column, (order) => order.asc().nullsFirst())
      .orderBy('id')
      .limit(limit)
      .execute()
  }
  const suggestions = [
    ...(await findBy({ displayId: query }, 'display_id_folded')),
    ...(await findBy({ householdName: query }, 'household_name_folded')),
  ]
  return [...new Map(suggestions.map((row) => [row.id, row])).values()]
    .slice(0, limit)
    .map((row) => ({ id: row.id, label: [row.display_id, row.household_name].filter(Boolean).join(' · ') }))
}

const selectRecords = ({ db, scope }: Pick<Reader, 'db' | 'scope'>) =>
  selectResponses(db, scope).select(recordColumns)

export const get = async (reader: Reader, id: string): Promise<SurveyResponse> => {
  const [response] = await presentAll(
    reader.db,
    await selectRecords(reader).modifyFront(prepared).where('id', '=', id).execute(),
  )
  if (!response) throw new AppError('errors.notFound')
  return response
}

/** Finds records of a survey by their Survey Ids, with a fixed number of queries. */
export const findByDisplayIds = async (
  reader: Reader,
  surveyId: string,
  displayIds: readonly string[],
): Promise<SurveyResponse[]> => {
  const claims = await reader.db
    .selectFrom('display_ids')
    .select('response_id')
    .where('survey_id', '=', surveyId)
    .where('display_id', 'in', displayIds)
    .execute()
  if (claims.length === 0) return []
  const ids = claims.map(({ response_id: id }) => id)
  return presentAll(reader.db, await selectRecords(reader).where('id', 'in', ids).execute())
}

/** A response as the checks read it. */
export type CheckedRecord = Omit<SurveyResponse, 'photos'> & {
  /** Folded name of the enumerator. */
  investigator: string
  folded: { district: string | null; village: string | null; household: string | null }
}

/** Reads responses for the checks of the worker, which reads all. */
export const findToCheck = async (db: Db, ids: readonly string[]): Promise<CheckedRecord[]> => {
  if (ids.length === 0) return []
  const rows = await selectRecords({ db, scope: 'all' })
    .select(['investigator_name_folded', 'district_name_folded', 'village_folded', 'household_name_folded'])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return rows.map((row) => {
    const { photos: _photos, ...record } = present(row, [])
    return {
      ...record,
      investigator: row.investigator_name_folded,
      folded: {
        district: row.district_name_folded,
        village: row.village_folded,
        household: row.household_name_folded,
      },
    }
  })
}

/** Locks the existing responses until the end of the transaction, in a fixed order, to avoid deadlocks. */
export const lockAll = async (
  reader: Pick<Reader, 'db' | 'scope'>,
  ids: readonly string[],
): Promise<SurveyResponse[]> =>
  presentAll(
    reader.db,
    await selectRecords(reader).where('id', 'in', ids).orderBy('id').forUpdate().execute(),
  )

export const getLocked = async (reader: Reader, id: string): Promise<SurveyResponse> => {
  const [response] = await lockAll(reader, [id])
  if (!response) throw new AppError('errors.recordNotFound')
  return response
}

/** Locks all of the responses. Throws if one of them does not exist. */
export const getAllLocked = async (reader: Reader, ids: readonly string[]): Promise<SurveyResponse[]> => {
  const responses = await lockAll(reader, ids)
  if (responses.length < new Set(ids).size) throw new AppError('errors.recordNotFound')
  return responses
}

/** Fields of a write. Stored photos are linked from their files. */
export type ResponseRecord = Omit<SurveyResponse, 'createdAt' | 'updatedAt' | 'version'>

const attributeColumns = pick(columnsByName, attributes)
type WrittenColumn = Exclude<keyof StoredRow, 'id' | 'created_at' | 'updated_at' | 'version'>

/** Columns that PostgreSQL sets for a new response. */
const defaultedColumns: readonly string[] = ['created_at', 'updated_at', 'version']
const insertedColumns = recordColumns.filter((column) => !defaultedColumns.includes(column))

/** Columns of a write except the answers. */
const columnsOf = (response: ResponseRecord) =>
  ({
    survey_id: response.surveyId,
    survey_label: response.surveyLabel,
    survey_version: response.surveyVersion,
    display_id: response.displayId,
    status: response.status,
    survey_date: response.surveyDate,
    start_time: response.startTime,
    start_offset_minutes: response.startOffsetMinutes,
    orig_time: response.origTime,
    end_time: response.endTime,
    user_id: response.userId,
    email: response.email,
    investigator_id: response.investigatorId,
    investigator_name: response.investigatorName,
    investigator_email: response.investigatorEmail,
    investigator_mobile_number: response.investigatorMobileNumber,
    supervisor_id: response.supervisorId,
    supervisor_name: response.supervisorName,
    ...toColumns(attributeColumns, response),
    latitude: response.location?.latitude ?? null,
    longitude: response.location?.longitude ?? null,
    accuracy: response.location?.accuracy ?? null,
    photo_links: response.photos.flatMap((photo) => ('url' in photo ? [photo.url] : [])),
  }) satisfies Insertable<Schema['survey_responses']> & Record<Exclude<WrittenColumn, 'values'>, unknown>

const rowOf = (response: ResponseRecord) => ({
  ...columnsOf(response),
  values: JSON.stringify(response.values),
})

const insertNew = compiledOnce<unknown, { rows: string }>((db, { rows }) => ({
  compile: () => {
    const names = sql.raw(insertedColumns.map((name) => `"${name}"`).join(', '))
    return sql`
      insert into survey_responses (${names})
      select ${names} from json_populate_recordset(null::survey_responses, ${rows}::json) ${prepared}`.compile(
      db,
    )
  },
}))

/** Inserts new responses with one statement. */
export const insertAll = async (tx: Db, records: readonly ResponseRecord[]): Promise<void> => {
  const rows = records.map((record) => ({ id: record.id, ...columnsOf(record), values: record.values }))
  await insertNew(tx, { rows: JSON.stringify(rows) })
}

/** Inserts a restored response with its creation time and a new version. */
export const insertRestored = async (
  tx: Db,
  response: ResponseRecord,
  before: { created_at: string; version: number },
): Promise<SurveyResponse> => {
  const stamp = await tx
    .insertInto('survey_responses')
    .values({ id: response.id, ...rowOf(response), ...before })
    .returning(['created_at', 'updated_at', 'version'])
    .executeTakeFirstOrThrow()
  return {
    ...response,
    createdAt: stamp.created_at.toISOString(),
    updatedAt: stamp.updated_at.toISOString(),
    version: stamp.version,
  }
}

export const update = async (tx: Db, response: ResponseRecord): Promise<SurveyResponse> => {
  const row = await tx
    .updateTable('survey_responses')
    .set((eb) => ({ ...rowOf(response), version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', '=', response.id)
    .returning(recordColumns)
    .executeTakeFirstOrThrow()
  return present(row, response.photos)
}

/** Sets the status of rows that are already locked. */
export const setStatus = async (
  tx: Db,
  ids: readonly string[],
  status: SurveyResponse['status'],
): Promise<void> => {
  if (ids.length === 0) return
  await tx
    .updateTable('survey_responses')
    .set((eb) => ({ status, version: eb('version', '+', 1), updated_at: new Date() }))
    .where('id', 'in', ids)
    .execute()
  // A response that is open again is not a duplicate.
  if (status !== 'rejected')
    await tx.deleteFrom('response_duplicates').where('response_id', 'in', ids).execute()
}

export const remove = async (tx: Db, ids: readonly string[]): Promise<void> => {
  await tx.deleteFrom('survey_responses').where('id', 'in', ids).execute()
}
