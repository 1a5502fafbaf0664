import { createHash } from 'node:crypto'

import { AppError } from '@baseline/contract/errors.ts'
import { fieldProblems } from '@baseline/contract/validation.ts'
import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { limits } from '../limits.ts'

/** The file of an upload while it comes in. */
export interface IncomingFile {
  /** As its sender calls it; nothing but a text. */
  name: string
  /** The whole of it, once the form behind it has ended well; undefined as soon as it is longer than this. */
  read: (maxBytes: number) => Promise<Buffer | undefined>
}

export interface Upload {
  file: IncomingFile
  /** What makes two uploads the same, once the file has been read. */
  digest: () => string
}

export const acceptUploads = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, {
    limits: { ...limits.upload, fileSize: Number.POSITIVE_INFINITY },
    throwFileSizeLimit: false,
  })
}

/** Whatever is wrong with the form itself is the sender's mistake. */
const readingTheForm = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('errors.invalid', undefined, { cause })
  }
}

/** The fields before the file, as `request.body`, and the file, still unread. */
const open = async (request: FastifyRequest, fields: z.ZodType): Promise<Upload> => {
  const parts = request.parts()
  const given: [string, unknown][] = []
  let part: MultipartFile | undefined
  while (!part) {
    const { value, done } = await parts.next()
    if (done) throw new AppError('fileUploader.image')
    if (value.type === 'file') part = value
    else given.push([value.fieldname, value.value])
  }
  if (part.fieldname !== 'file' || new Set(given.map(([name]) => name)).size !== given.length)
    throw new AppError('errors.invalid')
  const checked = fields.safeParse(Object.fromEntries(given), { reportInput: true })
  if (!checked.success) throw new AppError('errors.invalid', { problems: fieldProblems(checked.error) })
  request.body = checked.data
  const { file, filename } = part
  const hash = createHash('sha256').update(JSON.stringify([filename, checked.data]))
  return {
    file: {
      name: filename,
      read: (maxBytes) =>
        readingTheForm(async () => {
          const chunks: Buffer[] = []
          let size = 0
          for await (const chunk of file) {
            const bytes = chunk as Buffer // the parser's streams have no encoding
            size += bytes.length
            if (size > maxBytes) return undefined
            hash.update(bytes)
            chunks.push(bytes)
          }
          // What is wrong with any field is only told at the end, and the file must have been the last part.
          if (!(await parts.next()).done) throw new AppError('errors.invalid')
          return Buffer.concat(chunks)
        }),
    },
    digest: () => hash.copy().digest('base64url'),
  }
}

/**
 * Gives the work an upload. What the work leaves unread is thrown away as it comes, so that a refused sender gets the
 * answer, and nothing of a file that is too long stays in memory.
 */
export const withUpload = async <T>(
  request: FastifyRequest,
  fields: z.ZodType,
  work: (upload: Upload) => Promise<T>,
): Promise<T> => {
  try {
    return await work(await readingTheForm(() => open(request, fields)))
  } finally {
    request.raw.unpipe()
    request.raw.resume()
  }
}
