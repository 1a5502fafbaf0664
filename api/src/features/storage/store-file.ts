import { createHash, randomUUID } from 'node:crypto'

import type { StoredFile } from '@baseline/contract/storage/contract.ts'
import type { ImageType } from '@baseline/contract/storage/folders.ts'

import type { Db } from '#platform/database/database.ts'
import { toPlainName } from '#platform/storage/file-name.ts'
import { extensionOf } from '#platform/storage/key.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

const extensionPatterns: Record<ImageType, RegExp> = {
  'image/jpeg': /\.jpe?g$/i,
  'image/png': /\.png$/i,
  'image/webp': /\.webp$/i,
}

/** Returns a safe file name: one line of plain text with the extension of the actual type. */
const toSafeName = (fileName: string, type: ImageType): string => {
  const name = toPlainName(fileName)
  const extension = `.${extensionOf(type)}`
  if (extensionPatterns[type].test(name) && name.length <= 255) return name
  // `slice` may leave half of a surrogate pair at the end.
  return `${(name || 'image').slice(0, 100).toWellFormed()}${extension}`
}

/**
 * Commits the row before it stores the file: if a later step fails, the purge job finds both. The key
 * consists of the folder, a random id and the type, and contains no other text from the caller.
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
      name: toSafeName(file.name, type),
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
