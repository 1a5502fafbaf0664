import { createHash, randomUUID } from 'node:crypto'

import type { StoredFile } from '@baseline/contract/storage/contract.ts'
import type { FileType } from '@baseline/contract/storage/folders.ts'

import type { Db } from '#platform/database/database.ts'
import { toPlainName } from '#platform/storage/file-name.ts'
import { extensionOf } from '#platform/storage/key.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import type { CaptureColumns } from './read-capture.ts'

const hasExtension = (name: string, extension: string): boolean => {
  const lowerCase = name.toLowerCase()
  return lowerCase.endsWith(extension) || (extension === '.jpg' && lowerCase.endsWith('.jpeg'))
}

/** Returns a safe file name: one line of plain text with the extension of the actual type. */
export const toSafeName = (fileName: string, type: FileType): string => {
  const name = toPlainName(fileName)
  const extension = `.${extensionOf(type)}`
  if (hasExtension(name, extension) && name.length <= 255) return name
  // `slice` may leave half of a surrogate pair at the end.
  return `${(name || 'file').slice(0, 100).toWellFormed()}${extension}`
}

/**
 * Commits the row before it stores the file: if a later step fails, the purge job finds both. The key
 * consists of the folder, a random id and the type, and contains no other text from the caller.
 */
export const storeFile = async (
  { db, storage }: { db: Db; storage: FileStorage },
  file: {
    folder: string
    name: string
    content: Buffer
    type: FileType
    createdBy: string
    capture: Partial<CaptureColumns>
  },
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
      ...file.capture,
    })
    .returning(['id', 'name', 'size', 'content_type as contentType', 'key as privateUrl'])
    .executeTakeFirstOrThrow()
  await storage.put(key, content)
  return row
}
