import { createHash, randomUUID } from 'node:crypto'

import { AppError } from '@baseline/contract/errors.ts'
import { phoneFolder } from '@baseline/contract/storage/folders.ts'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { readChunks, readParts } from '#platform/http/upload.ts'
import { limits } from '#platform/limits.ts'
import type { FileStorage } from '#platform/storage/storage.ts'

import { isFileName } from './file-name.ts'

/** A file of a post that is in the storage. */
export interface ReceivedFile {
  name: string
  key: string
  size: number
  sha256: Buffer
}

export interface ReceivedPost {
  xml: Buffer
  /** Further posts of the same interview follow. */
  isIncomplete: boolean
  files: readonly ReceivedFile[]
}

interface Target {
  db: Db
  storage: FileStorage
}

const xmlField = 'xml_submission_file'

const readXml = async (part: MultipartFile): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of readChunks(part)) {
    size += chunk.length
    if (size > limits.submissions.bytes) throw new AppError('errors.tooLarge')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/**
 * Writes a file to the storage while it is received. It is due for removal until the transaction of the submission
 * keeps it, so that a phone that disconnects leaves no file behind.
 */
const storeRaw = async ({ db, storage }: Target, part: MultipartFile): Promise<ReceivedFile> => {
  const key = `${phoneFolder}/${randomUUID()}.raw`
  const dueAt = sql<Date>`now() + make_interval(hours => ${limits.files.unusedHours})`
  await db.insertInto('files_to_remove').values({ key, due_at: dueAt }).execute()
  const hash = createHash('sha256')
  let size = 0
  const measured = async function* () {
    for await (const chunk of readChunks(part)) {
      size += chunk.length
      hash.update(chunk)
      yield chunk
    }
  }
  await storage.write(key, measured())
  if (part.file.truncated) throw new AppError('errors.tooLarge')
  return { name: part.filename, key, size, sha256: hash.digest() }
}

/** Returns the names of files that were received before: Collect sends everything again after a failure. */
type FindKnownFiles = () => Promise<ReadonlySet<string>>

/**
 * Reads a post of ODK Collect: the XML of the interview first, then its files. `readInterview` checks the XML. Most
 * interviews have no files, so that the known ones are read when the first file arrives.
 */
export const receivePost = async (
  target: Target,
  request: FastifyRequest,
  readInterview: (xml: Buffer) => Promise<FindKnownFiles>,
): Promise<ReceivedPost> => {
  if (Number(request.headers['content-length']) > limits.posts.bytes) throw new AppError('errors.tooLarge')
  const files: ReceivedFile[] = []
  let isIncomplete = false
  let xml: Buffer | undefined
  let findKnownFiles: FindKnownFiles | undefined
  let known: ReadonlySet<string> | undefined
  for await (const part of readParts(request, { maxParts: limits.posts.parts, maxBytes: limits.posts.bytes }))
    if (part.type === 'field') isIncomplete ||= part.fieldname === '*isIncomplete*' && part.value === 'yes'
    else if (part.fieldname === xmlField) {
      if (xml) throw new AppError('errors.invalid')
      xml = await readXml(part)
      findKnownFiles = await readInterview(xml)
    } else if (!findKnownFiles) throw new AppError('errors.invalid')
    else {
      const { filename: name } = part
      known ??= await findKnownFiles()
      const isNew = isFileName(name) && !known.has(name) && files.every((file) => file.name !== name)
      if (isNew) files.push(await storeRaw(target, part))
      else part.file.resume()
    }
  if (!xml) throw new AppError('errors.invalid')
  return { xml, isIncomplete, files }
}
