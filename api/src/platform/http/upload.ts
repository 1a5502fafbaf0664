import { createHash } from 'node:crypto'

import { AppError } from '@baseline/contract/errors.ts'
import { fieldIssues } from '@baseline/contract/validation.ts'
import multipart from '@fastify/multipart'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { limits } from '../limits.ts'

/** An uploaded file that is being received. */
export interface IncomingFile {
  /** The file name from the client; untrusted text. */
  name: string
  /** Returns the content when the whole form is valid; undefined as soon as the file exceeds `maxBytes`. */
  read: (maxBytes: number) => Promise<Buffer | undefined>
}

export interface Upload {
  file: IncomingFile
  /** Identifies a repeated upload by name, fields and content. Call it after reading the file. */
  digest: () => string
}

export const acceptUploads = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, {
    limits: { ...limits.upload, fileSize: Number.POSITIVE_INFINITY },
    throwFileSizeLimit: false,
  })
}

/** Reports an error in the form as `errors.invalid`, not as a server error. */
const withFormErrors = async <T>(work: () => Promise<T>): Promise<T> => {
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof AppError ? cause : new AppError('errors.invalid', undefined, { cause })
  }
}

/** Parses the fields before the file into `request.body`, and returns the file unread. */
const openUpload = async (request: FastifyRequest, fields: z.ZodType): Promise<Upload> => {
  const parts = request.parts()
  const fieldEntries: [string, unknown][] = []
  let part: MultipartFile | undefined
  while (!part) {
    const { value, done } = await parts.next()
    if (done) throw new AppError('fileUploader.image')
    if (value.type === 'file') part = value
    else fieldEntries.push([value.fieldname, value.value])
  }
  if (part.fieldname !== 'file' || new Set(fieldEntries.map(([name]) => name)).size !== fieldEntries.length)
    throw new AppError('errors.invalid')
  const parsed = fields.safeParse(Object.fromEntries(fieldEntries), { reportInput: true })
  if (!parsed.success) throw new AppError('errors.invalid', { issues: fieldIssues(parsed.error) })
  request.body = parsed.data
  const { file, filename } = part
  const hash = createHash('sha256').update(JSON.stringify([filename, parsed.data]))
  return {
    file: {
      name: filename,
      read: (maxBytes) =>
        withFormErrors(async () => {
          const chunks: Buffer[] = []
          let size = 0
          for await (const chunk of file) {
            const bytes = chunk as Buffer // the parser's streams have no encoding
            size += bytes.length
            if (size > maxBytes) return undefined
            hash.update(bytes)
            chunks.push(bytes)
          }
          // The parser reports field errors only at the end of the form, and the file must be the last part.
          if (!(await parts.next()).done) throw new AppError('errors.invalid')
          return Buffer.concat(chunks)
        }),
    },
    digest: () => hash.copy().digest('base64url'),
  }
}

/**
 * Runs the work with an upload. Discards data that the work leaves unread, so that a refused client still
 * gets the response, and a file that is too large does not stay in memory.
 */
export const withUpload = async <T>(
  request: FastifyRequest,
  fields: z.ZodType,
  work: (upload: Upload) => Promise<T>,
): Promise<T> => {
  try {
    return await work(await withFormErrors(() => openUpload(request, fields)))
  } finally {
    request.raw.unpipe()
    request.raw.resume()
  }
}
