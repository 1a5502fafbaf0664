import { createHash, randomUUID } from 'node:crypto'

import type { StoredFile } from '@baseline/contract/storage/contract.ts'
import type { ImageType } from '@baseline/contract/storage/folders.ts'

import type { Db } from '#platform/database/database.ts'
import { extensionOf } from '#platform/storage/key.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

const sameFormat: Record<ImageType, RegExp> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
}

/** What the file is called when it is saved: one line of plain text that ends in what it really is. */
const storedName = (given: string, type: ImageType): string => {
  const name = given
    .toWellFormed()
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}/\\]/gu, '')
    .trim()
  const extension = `.${extensionOf(type)}`
  if (sameFormat[type].test(name) && name.length <= 255) return name
  // Cut by units of UTF-16, which may leave half a character at the end.
  return `${(name || 'image').slice(0, 100).toWellFormed()}${extension}`
}

/**
 * The row comes first, by itself: if anything fails from here on, the purge finds what was left behind. The key is made
 * of the folder, chance and the type alone, so nothing a caller wrote is in it.
 */
export const storeFile = async (
  { db, storage }: { db: Db; storage: FileStorage },
  file: { folder: string; name: string; content: Buffer; type: ImageType; createdBy: string },
): Promise<Omit<StoredFile, 'publicUrl'>> => {
  const { folder, content, type } = file
  const key = `${folder}/${randomUUID()}.${extensionOf(type)}`
  const row = await db
    .insertInto('files')
    .values({
      folder,
      key,
      name: storedName(file.name, type),
      content_type: type,
      size: content.length,
      sha256: createHash('sha256').update(content).digest(),
      created_by: file.createdBy,
    })
    .returning(['id', 'name', 'size', 'content_type as contentType', 'key as privateUrl'])
    .executeTakeFirstOrThrow()
  await storage.put(key, content)
  return row
}
