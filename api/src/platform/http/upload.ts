import { createHash } from 'node:crypto'
import type { Hash } from 'node:crypto'

import { AppError, fieldError } from '@baseline/contract/errors.ts'
import type { Route } from '@baseline/contract/http.ts'
import { fieldIssues } from '@baseline/contract/validation.ts'
import multipart from '@fastify/multipart'
import type { Multipart, MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { z } from 'zod'

import { createByteBudget } from '../byte-budget.ts'
import { limits } from '../limits.ts'

/** An uploaded file that is being received. */
export interface IncomingFile {
  /** The file name from the client; untrusted text. */
  name: string
  /** Returns the content when the whole form is valid; undefined as soon as the file exceeds `maxBytes`. */
  read: (maxBytes: number) => Promise<Buffer | undefined>
}

/** A file that was received before the last one of an upload. */
export interface Attachment {
  name: string
  content: Buffer
}

export interface Upload {
  file: IncomingFile
  attachments: readonly Attachment[]
  /** Identifies a repeated upload by name, fields and content. Call it after reading the file. */
  digest: () => string
}

/**
 * The parser ends the process if a form with more parts than its limit is cut off (@fastify/busboy 3.2.5: skipped parts
 * have no error listener). The limits of files and of fields replace it.
 */
const formLimits = { ...limits.upload, parts: Number.POSITIVE_INFINITY }

export const acceptUploads = async (app: FastifyInstance): Promise<void> => {
  await app.register(multipart, {
    limits: { ...formLimits, fileSize: Number.POSITIVE_INFINITY },
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

/**
 * Returns the next part. The parser waits for ever after a part with a damaged header: then the request has ended, or
 * has bytes that nothing reads. It also waits for ever if the client had disconnected before the parser was started.
 */
const nextPart = (
  { raw }: FastifyRequest,
  parts: AsyncIterator<Multipart>,
): Promise<IteratorResult<Multipart>> =>
  withFormErrors(async () => {
    let timer: NodeJS.Timeout | undefined
    let seenBytes: number | undefined = -1
    const stalled = new Promise<never>((_resolve, reject) => {
      timer = setInterval(() => {
        const isUnread = raw.destroyed || raw.readableEnded || raw.readableLength > 0
        if (isUnread && raw.socket.bytesRead === seenBytes) reject(new AppError('errors.invalid'))
        seenBytes = isUnread ? raw.socket.bytesRead : -1
      }, limits.stalledUploadMs)
    })
    try {
      return await Promise.race([parts.next(), stalled])
    } finally {
      clearInterval(timer)
    }
  })

type UploadRoute = Pick<Route, 'attachments'> & { body: z.ZodType }

/** Returns the content of a part; undefined as soon as it exceeds `maxBytes`. */
const readPart = async (
  { file }: MultipartFile,
  maxBytes: number,
  hash: Hash,
): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of file) {
    const bytes = chunk as Buffer // the parser's streams have no encoding
    size += bytes.length
    if (size > maxBytes) return undefined
    hash.update(bytes)
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}

/** Parses the fields and attachments before the file, the fields into `request.body`, and returns the file unread. */
const openUpload = async (request: FastifyRequest, { body, attachments }: UploadRoute): Promise<Upload> => {
  const maxAttachments = attachments?.max ?? 0
  let remainingBytes = attachments?.totalBytes ?? Number.POSITIVE_INFINITY
  const parts = request.parts({
    limits: { ...formLimits, files: limits.upload.files + maxAttachments },
  })
  const missingFile = attachments
    ? fieldError('file', 'validation.mixed.required')
    : new AppError('fileUploader.image')
  const hash = createHash('sha256')
  const fieldEntries: [string, unknown][] = []
  const received: Attachment[] = []
  let part: MultipartFile | undefined
  while (!part) {
    const { value, done } = await nextPart(request, parts)
    if (done === true) throw missingFile
    if (value.type === 'field') fieldEntries.push([value.fieldname, value.value])
    else if (value.fieldname === 'attachment' && received.length < maxAttachments) {
      const content = await readPart(value, remainingBytes, hash)
      if (!content) throw new AppError('errors.tooLarge')
      remainingBytes -= content.length
      hash.update(JSON.stringify([value.filename, content.length]))
      received.push({ name: value.filename, content })
    } else part = value
  }
  if (part.fieldname !== 'file' || new Set(fieldEntries.map(([name]) => name)).size !== fieldEntries.length)
    throw new AppError('errors.invalid')
  const parsed = body.safeParse(Object.fromEntries(fieldEntries), { reportInput: true })
  if (!parsed.success) throw new AppError('errors.invalid', { issues: fieldIssues(parsed.error) })
  request.body = parsed.data
  const file = part
  hash.update(JSON.stringify([file.filename, parsed.data]))
  return {
    file: {
      name: file.filename,
      read: (maxBytes) =>
        withFormErrors(async () => {
          const content = await readPart(file, Math.min(maxBytes, remainingBytes), hash)
          // The parser reports field errors only at the end of the form, and the file must be the last part.
          if (content && (await nextPart(request, parts)).done !== true) throw new AppError('errors.invalid')
          return content
        }),
    },
    attachments: received,
    digest: () => hash.copy().digest('base64url'),
  }
}

const reserveMemory = createByteBudget(limits.uploadMemory)

/** The size of the form that a client declares; unknown sizes may be as large as the memory for uploads. */
const sizeOf = ({ headers }: FastifyRequest): number =>
  Number(headers['content-length'] ?? limits.uploadMemory.bytes)

/**
 * Runs the work with an upload, when there is memory for it. Discards data that the work leaves unread, so that a refused client still
 * gets the response, and a file that is too large does not stay in memory.
 */
export const withUpload = async <T>(
  request: FastifyRequest,
  route: UploadRoute,
  work: (upload: Upload) => Promise<T>,
): Promise<T> => {
  let endReservation: (() => void) | undefined
  try {
    endReservation = await reserveMemory(sizeOf(request))
    return await work(await withFormErrors(() => openUpload(request, route)))
  } finally {
    endReservation?.()
    request.raw.unpipe()
    request.raw.resume()
  }
}

/** Returns the chunks of a part. */
export const readChunks = async function* ({ file }: MultipartFile): AsyncGenerator<Buffer> {
  const chunks = file[Symbol.asyncIterator]()
  for (;;) {
    const { value, done } = await withFormErrors(() => chunks.next())
    if (done === true) return
    yield value as Buffer // the parser's streams have no encoding
  }
}

/** Returns the parts of a form in their order. Each file must be read before the next part is requested. */
export const readParts = async function* (
  request: FastifyRequest,
  { maxParts, maxBytes }: { maxParts: number; maxBytes: number },
): AsyncGenerator<Multipart> {
  const parts = request.parts({
    limits: { ...formLimits, fileSize: maxBytes, files: maxParts, fields: maxParts },
  })
  let count = 0
  try {
    for (;;) {
      const { value, done } = await nextPart(request, parts)
      if (done === true) return
      count += 1
      if (count > maxParts) throw new AppError('errors.invalid')
      yield value
    }
  } finally {
    request.raw.unpipe()
    request.raw.resume()
  }
}
