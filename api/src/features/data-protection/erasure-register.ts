import { json } from 'node:stream/consumers'

import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import type { ErasureRow } from './erasures.ts'

const folder = 'erasures'

/** An erasure as the register stores it: ids and times only, no personal data. */
const RegisteredErasure = z.strictObject({
  id: z.uuid(),
  kind: z.enum(['household', 'person', 'survey']),
  responseIds: z.array(z.uuid()),
  userId: z.uuid().nullable(),
  userDetailsId: z.uuid().nullable(),
  surveyId: z.uuid().nullable(),
  createdById: z.uuid().nullable(),
  createdAt: z.iso.datetime(),
})

/**
 * Writes an erasure to the register in the file storage, one file each. The register is outside the database, so
 * that it is still known after a restore which data must be erased again.
 */
export const registerErasure = async (storage: FileStorage, row: ErasureRow): Promise<void> => {
  const entry: z.input<typeof RegisteredErasure> = {
    id: row.id,
    kind: row.kind,
    responseIds: row.response_ids,
    userId: row.user_id,
    userDetailsId: row.user_details_id,
    surveyId: row.survey_id,
    createdById: row.created_by_id,
    createdAt: row.created_at.toISOString(),
  }
  await storage.put(`${folder}/${row.id}.json`, Buffer.from(JSON.stringify(entry)))
}

/**
 * Adds the erasures of the register that the database does not have: it was restored from a backup that is older
 * than they are. Returns their ids.
 */
export const restoreErasures = async ({
  db,
  storage,
}: {
  db: Db
  storage: FileStorage
}): Promise<string[]> => {
  const keys = await storage.list(folder)
  const known = new Set(
    (await db.selectFrom('erasures').select('id').execute()).map(({ id }) => `${folder}/${id}.json`),
  )
  const restored: string[] = []
  for (const key of keys.filter((name) => !known.has(name))) {
    const content = await storage.read(key)
    if (!content) continue
    const entry = RegisteredErasure.parse(await json(content))
    const user = await db
      .selectFrom('users')
      .select('email')
      .where('id', '=', entry.createdById)
      .executeTakeFirst()
    await db
      .insertInto('erasures')
      .values({
        id: entry.id,
        kind: entry.kind,
        response_ids: entry.responseIds,
        user_id: entry.userId,
        user_details_id: entry.userDetailsId,
        survey_id: entry.surveyId,
        reason: 'Repeated after a restore of the database',
        created_by_id: user ? entry.createdById : null,
        created_by_email: user?.email ?? 'operator',
        created_at: entry.createdAt,
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    restored.push(entry.id)
  }
  return restored
}
