import { fieldError } from '@baseline/contract/errors.ts'
import { answerFolders, isImageType } from '@baseline/contract/storage/folders.ts'
import type { AnswerFileKind } from '@baseline/contract/storage/folders.ts'
import type { Image } from '@baseline/contract/survey-responses/contract.ts'
import type { Photo } from '@baseline/contract/survey-responses/response.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { limits } from '#platform/limits.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

/** A stored file and the question that it answers; null for a photo of the response as a whole. */
export interface FileUse {
  id: string
  question: string | null
  /** A file answers only a question of its kind. */
  kind: AnswerFileKind
}

const filesOf = (db: Db, responseIds: readonly string[]) =>
  db
    .selectFrom('files')
    .select(['id', 'name', 'content_type as contentType', 'size', 'key', 'thumbnail_key', 'question'])
    .select('response_id as responseId')
    .where('response_id', 'in', responseIds)
    .where('unused_since', 'is', null)
    .orderBy('position')
    .orderBy('id')

/**
 * Returns the photos of each response, without photos that answer a question: the answers contain them. spec
 * §3
 */
export const photosOf = async (
  db: Db,
  responses: readonly { id: string; photo_links: readonly string[] }[],
): Promise<Map<string, Photo[]>> => {
  const ids = responses.map(({ id }) => id)
  const files = ids.length > 0 ? await filesOf(db, ids).where('question', 'is', null).execute() : []
  return new Map(
    responses.map(({ id, photo_links: links }) => [
      id,
      [
        ...files
          .filter((file) => file.responseId === id)
          .flatMap(({ id: fileId, name, contentType, size, key }) =>
            isImageType(contentType) ? [{ id: fileId, name, contentType, size, privateUrl: key }] : [],
          ),
        ...links.map((url) => ({ url })),
      ],
    ]),
  )
}

/** Returns every stored file of a response with signed URLs. spec §7 */
export const imagesOf = async (db: Db, storage: FileStorage, responseId: string): Promise<Image[]> => {
  const files = await filesOf(db, [responseId]).execute()
  return Promise.all(
    files.map(async ({ id, name, contentType, size, question, key, thumbnail_key: thumbnailKey }) => ({
      id,
      name,
      contentType,
      size,
      question,
      publicUrl: await storage.downloadUrl(key, name),
      thumbnailUrl: await storage.downloadUrl(thumbnailKey ?? key, name),
    })),
  )
}

const fileError = (field: string) => fieldError(field, 'validation.mixed.default')

/**
 * Returns whether an answer is a file of an interview from a phone that is no stored file: it has not arrived, was not
 * checked yet, or is not of the kind of its question. Sets its question, which may be in another row now.
 */
const isFileOfPhone = async (
  tx: Db,
  responseId: string,
  { id, question, kind }: FileUse,
): Promise<boolean> => {
  const { numUpdatedRows } = await tx
    .updateTable('field_attachments')
    .set({ question })
    .where('file_id', '=', id)
    .where('kind', '=', kind)
    .where('state', '<>', 'converted')
    .where('submission_id', 'in', (eb) =>
      eb.selectFrom('field_submissions').select('id').where('response_id', '=', responseId),
    )
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Sets the files of a response, in this order. A new file must be an unused upload of the caller. A file that
 * is no longer used is kept as long as a deleted response.
 */
const linkFiles = async (
  tx: Db,
  response: { id: string; surveyId: string },
  uses: readonly FileUse[],
  uploadedBy: string,
): Promise<void> => {
  const ids = uses.map(({ id }) => id)
  if (new Set(ids).size < ids.length) throw fileError('data.photos')
  for (const [position, use] of uses.entries()) {
    const { id, question, kind } = use
    const file = await tx
      .updateTable('files')
      .set({ survey_id: response.surveyId, response_id: response.id, question, position, unused_since: null })
      .where('id', '=', id)
      .where('folder', '=', answerFolders[kind])
      .where((eb) =>
        eb.or([
          eb('response_id', '=', response.id),
          eb.and([
            eb('response_id', 'is', null),
            eb('created_by', '=', uploadedBy),
            eb('unused_since', '>', sql<Date>`now() - make_interval(hours => ${limits.files.unusedHours})`),
          ]),
        ]),
      )
      .returning('id')
      .executeTakeFirst()
    if (!file && !(question !== null && (await isFileOfPhone(tx, response.id, use))))
      throw fileError(question === null ? 'data.photos' : `data.values.${question}`)
  }
  await tx
    .updateTable('files')
    .set({ unused_since: sql<Date>`now()` })
    .where('response_id', '=', response.id)
    .where('unused_since', 'is', null)
    .$if(ids.length > 0, (query) => query.where('id', 'not in', ids))
    .execute()
}

/**
 * Marks the files of deleted responses as unused. They are deleted later, unless the response is restored.
 */
export const releaseFiles = async (tx: Db, responseIds: readonly string[]): Promise<void> => {
  await tx
    .updateTable('files')
    .set({ unused_since: sql<Date>`now()` })
    .where('response_id', 'in', responseIds)
    .where('unused_since', 'is', null)
    .execute()
}

/** Marks the files that answer questions as unused, because the response gets other ones. `kept`: ids of files that stay. */
export const releaseAnswerFiles = async (
  tx: Db,
  responseId: string,
  kept: readonly string[] = [],
): Promise<void> => {
  await tx
    .updateTable('files')
    .set({ unused_since: sql<Date>`now()` })
    .where('response_id', '=', responseId)
    .where('question', 'is not', null)
    .where('unused_since', 'is', null)
    .$if(kept.length > 0, (query) => query.where('id', 'not in', kept))
    .execute()
}

/** Links the files to the response and returns it with the details of its photos. */
export const attachFiles = async <R extends { id: string; surveyId: string; photos: Photo[] }>(
  tx: Db,
  uploadedBy: string,
  response: R,
  uses: readonly FileUse[],
): Promise<R> => {
  await linkFiles(tx, response, uses, uploadedBy)
  const links = response.photos.flatMap((photo) => ('url' in photo ? [photo.url] : []))
  const photos = await photosOf(tx, [{ id: response.id, photo_links: links }])
  return { ...response, photos: photos.get(response.id) ?? [] }
}
