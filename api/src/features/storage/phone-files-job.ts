import { createHash, randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'

import { AppError } from '@baseline/contract/errors.ts'
import { answerFolders, fileKinds } from '@baseline/contract/storage/folders.ts'
import type { AnswerFileKind, FileType } from '@baseline/contract/storage/folders.ts'
import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import type { Schema } from '#platform/database/schema.ts'
import { inTransaction } from '#platform/database/transaction.ts'
import { job } from '#platform/jobs.ts'
import { extensionOf } from '#platform/storage/key.ts'
import { unavailable } from '#platform/storage/storage.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { checkContent } from './check-content.ts'
import { captureColumns } from './read-capture.ts'
import { toSafeName } from './store-file.ts'
import { makeThumbnail, thumbnailKeyOf } from './thumbnail-job.ts'

interface Services {
  db: Db
  storage: FileStorage
}

type Attachment = Selectable<Schema['field_attachments']>
type Position = Pick<Attachment, 'submission_id' | 'name'>

/** Locks the next file that waits. Other workers skip it; if this one dies, the lock ends. */
const lockNext = (tx: Db, after: Position | undefined): Promise<Attachment | undefined> =>
  tx
    .selectFrom('field_attachments')
    .selectAll()
    .where('state', '=', 'received')
    .where('kind', 'is not', null)
    .where('response_id', 'is not', null)
    .$if(after !== undefined, (query) =>
      query.where(sql<boolean>`(submission_id, name) > (${after?.submission_id}, ${after?.name})`),
    )
    .orderBy('submission_id')
    .orderBy('name')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

const update = async (
  tx: Db,
  { submission_id: id, name }: Position,
  change: Pick<Attachment, 'state'> & { storage_key?: null },
): Promise<void> => {
  await tx
    .updateTable('field_attachments')
    .set(change)
    .where('submission_id', '=', id)
    .where('name', '=', name)
    .execute()
}

/** Undefined if the content is not of the kind of the question: the file is kept as the phone sent it. */
const readContent = async (storage: FileStorage, { storage_key: key, kind, name, size }: Attachment) => {
  if (key === null || kind === null || Number(size) > fileKinds[kind].maxBytes) return undefined
  const content = await storage.read(key)
  // Also if the disk is not mounted: the file is checked again later.
  if (!content) throw unavailable(new Error(`the storage has no ${key}`))
  try {
    const sent = await buffer(content)
    return { ...(await checkContent(sent, kind, name)), sent }
  } catch (error) {
    if (error instanceof AppError && error.status === 400) return undefined
    throw error
  }
}

/**
 * Locks the response of a file, and reads whether its answer still is this file: the response may have been edited or
 * deleted since the interview arrived.
 */
const lockResponse = (tx: Db, { response_id: id, question, file_id: fileId }: Attachment) =>
  tx
    .selectFrom('survey_responses')
    .select('survey_id')
    .select(sql<boolean>`"values" #>> string_to_array(${question}, '.') = ${fileId}`.as('usesFile'))
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst()

/**
 * Stores the content as a file of the response, with the id that the answer has, and its thumbnail. They are written under
 * new keys and are due for removal until the transaction keeps them. The copy that the phone sent is no longer needed.
 */
const storeChecked = async (
  { db, storage }: Services,
  tx: Db,
  attachment: Attachment & { kind: AnswerFileKind; file_id: string; storage_key: string },
  { content, type, sent }: { content: Buffer; type: FileType; sent: Buffer },
): Promise<void> => {
  const { kind, file_id: id, storage_key: rawKey, question } = attachment
  const folder = answerFolders[kind]
  const key = `${folder}/${randomUUID()}.${extensionOf(type)}`
  const thumbnailKey = kind === 'photo' ? thumbnailKeyOf(key) : null
  const keys = [key, thumbnailKey].filter((one) => one !== null)
  await db
    .insertInto('files_to_remove')
    .values(keys.map((one) => ({ key: one, due_at: sql<Date>`now() + interval '1 day'` })))
    .execute()
  await storage.put(key, content)
  if (thumbnailKey) await storage.put(thumbnailKey, await makeThumbnail(content))
  const response = await lockResponse(tx, attachment)
  await tx
    .insertInto('files')
    .values({
      id,
      folder,
      key,
      thumbnail_key: thumbnailKey,
      name: toSafeName(attachment.name, type),
      content_type: type,
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      survey_id: response?.survey_id ?? null,
      response_id: attachment.response_id,
      question,
      ...(kind === 'photo' && (await captureColumns(sent))),
      unused_since: response?.usesFile ? null : sql<Date>`now()`,
    })
    .execute()
  await update(tx, attachment, { state: 'converted', storage_key: null })
  await tx.deleteFrom('files_to_remove').where('key', 'in', keys).execute()
  await tx
    .insertInto('files_to_remove')
    .values({ key: rawKey, due_at: sql<Date>`now()` })
    .execute()
}

/** A file that was examined, and why it could not be checked. */
interface Examined {
  position: Position
  failure?: unknown
}

/** Checks the next file of a phone. Returns undefined if none waits. */
const checkNext = async (services: Services, after: Position | undefined): Promise<Examined | undefined> => {
  let position: Position | undefined
  try {
    await inTransaction(services.db, async (tx) => {
      const attachment = await lockNext(tx, after)
      position = attachment
      if (!attachment) return
      const { kind, file_id: id, storage_key: key } = attachment
      const checked = await readContent(services.storage, attachment)
      if (checked && kind !== null && id !== null && key !== null)
        await storeChecked(services, tx, { ...attachment, kind, file_id: id, storage_key: key }, checked)
      else await update(tx, attachment, { state: 'rejected' })
    })
  } catch (failure) {
    if (!position) throw failure
    return { position, failure }
  }
  return position && { position }
}

/** After so many failures in a row the storage is unavailable. */
const maxFailures = 5

/** The last file of a run that stopped early. The next run continues behind it: files that always fail must not delay others. */
let stoppedAt: Position | undefined

/** Checks the files of interviews from phones, some seconds after they arrive. A failed one is checked again. */
export const phoneFilesJob = job({
  name: 'phone-files',
  data: z.object({}),
  everyMs: 1_000,
  run: async (_data, services: Services) => {
    const failures: unknown[] = []
    let inRow = 0
    let examined: Examined | undefined
    do {
      examined = await checkNext(services, examined?.position ?? stoppedAt)
      stoppedAt = undefined
      inRow = examined?.failure === undefined ? 0 : inRow + 1
      if (examined?.failure !== undefined) failures.push(examined.failure)
    } while (examined && inRow < maxFailures)
    stoppedAt = examined?.position
    if (failures.length > 0) throw failures[0]
  },
})
