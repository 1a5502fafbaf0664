import { buffer } from 'node:stream/consumers'

import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { job } from '#platform/jobs.ts'
import { limits } from '#platform/limits.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { cleanImage } from './clean-image.ts'

/** Derives the key of the thumbnail from the key of the photo, so that a second run writes the same file. */
export const thumbnailKeyOf = (key: string): string => key.replace(/(\.[a-z]+)$/, '_small$1')

/** Returns the small picture of a photo for lists and pages. */
export const makeThumbnail = async (photo: Buffer): Promise<Buffer> =>
  (await cleanImage(photo, { maxSide: limits.thumbnailSide })).content

/** Creates the thumbnail of an uploaded photo. A photo from a phone gets its thumbnail when it is checked. */
export const thumbnailJob = job({
  name: 'thumbnail',
  data: z.strictObject({ fileId: z.uuid() }),
  run: async ({ fileId }, { db, storage }: { db: Db; storage: FileStorage }) => {
    const file = await db
      .selectFrom('files')
      .select(['key', 'thumbnail_key'])
      .where('id', '=', fileId)
      .executeTakeFirst()
    const content = file && !file.thumbnail_key ? await storage.read(file.key) : undefined
    if (!file || !content) return
    const key = thumbnailKeyOf(file.key)
    await storage.put(key, await makeThumbnail(await buffer(content)))
    const updated = await db
      .updateTable('files')
      .set({ thumbnail_key: key })
      .where('id', '=', fileId)
      .returning('id')
      .executeTakeFirst()
    // The photo was purged in the meantime, so no row refers to this thumbnail.
    if (!updated) await storage.remove(key)
  },
})
