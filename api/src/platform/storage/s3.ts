import { Readable } from 'node:stream'

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import { limits } from '../limits.ts'
import { getType } from './key.ts'
import { disposition, notOurs, oncePerWindow, SourceFailed, unavailable, unfinishedMs } from './storage.ts'
import type { FileStorage, S3Location } from './storage.ts'

/** Stores files in a private S3-compatible bucket: only the backend and signed URLs reach a file. */
export const s3Storage = (config: S3Location, now: () => number): FileStorage => {
  const { bucket, endpoint, region } = config
  const client = new S3Client({
    region,
    credentials: { accessKeyId: config.keyId, secretAccessKey: config.secret },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // By default the client adds checksums that storages other than Amazon's refuse.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: limits.storage.connectMs,
      requestTimeout: limits.storage.requestMs,
      throwOnRequestTimeout: true,
    },
  })
  const at = (key: string) => {
    getType(key)
    return { Bucket: bucket, Key: key }
  }
  const ask = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
      throw unavailable(error)
    }
  }
  return {
    put: async (key, content) => {
      const command = new PutObjectCommand({ ...at(key), Body: content, ContentType: getType(key) })
      // `ask` returns undefined for any 404; for a put, that means a missing bucket.
      const stored = await ask(() => client.send(command))
      if (!stored) throw unavailable(new Error('the bucket does not exist'))
    },
    write: async (key, chunks) => {
      const type = { ContentType: getType(key) }
      const begun = await ask(() => client.send(new CreateMultipartUploadCommand({ ...at(key), ...type })))
      if (!begun?.UploadId) throw unavailable(new Error('the bucket does not exist'))
      const upload = { ...at(key), UploadId: begun.UploadId }
      const parts: { PartNumber: number; ETag: string | undefined }[] = []
      try {
        for await (const body of inParts(notOurs(chunks))) {
          const PartNumber = parts.length + 1
          const sent = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: body }))
          parts.push({ PartNumber, ETag: sent.ETag })
        }
        await client.send(
          new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } }),
        )
      } catch (error) {
        await client.send(new AbortMultipartUploadCommand(upload)).catch(() => undefined)
        throw error instanceof SourceFailed ? error.cause : unavailable(error)
      }
    },
    sweep: async (folder) => {
      const command = new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: `${folder}/` })
      const { Uploads = [] } = (await ask(() => client.send(command))) ?? {}
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Key && UploadId && Initiated && now() - Initiated.getTime() > unfinishedMs)
          await ask(() => client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })))
    },
    read: async (key) => {
      const command = new GetObjectCommand(at(key))
      const found = await ask(() => client.send(command))
      return found?.Body instanceof Readable ? found.Body : undefined
    },
    head: async (key) => {
      const command = new HeadObjectCommand(at(key))
      const found = await ask(() => client.send(command))
      return found && { size: found.ContentLength ?? 0, contentType: found.ContentType ?? getType(key) }
    },
    remove: async (key) => {
      const command = new DeleteObjectCommand(at(key))
      await ask(() => client.send(command))
    },
    downloadUrl: oncePerWindow(now, async (key, name, { start, end }) => {
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentDisposition: disposition(getType(key), name),
        ResponseCacheControl: `private, max-age=${String(end - start)}, immutable`,
      })
      return getSignedUrl(client, command, { signingDate: new Date(start * 1000), expiresIn: end - start })
    }),
  }
}

/** S3 allows 10,000 parts, so a file may have 160 GB. An empty file is one empty part. */
const partBytes = 16_777_216

async function* inParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = []
  let size = 0
  let any = false
  for await (const chunk of chunks) {
    held.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(held)
    any = true
    held = []
    size = 0
  }
  if (size > 0 || !any) yield Buffer.concat(held)
}
