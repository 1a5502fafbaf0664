import { Readable } from 'node:stream'

import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import { limits } from '../limits.ts'
import { findType, getType } from './key.ts'
import {
  cachePerWindow,
  contentDisposition,
  SourceFailed,
  unavailable,
  unfinishedMs,
  wrapSourceErrors,
} from './storage.ts'
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
  const locate = (key: string) => {
    getType(key)
    return { Bucket: bucket, Key: key }
  }
  const ignoreMissing = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined
      throw unavailable(error)
    }
  }
  return {
    put: async (key, content) => {
      const command = new PutObjectCommand({ ...locate(key), Body: content, ContentType: getType(key) })
      // `ignoreMissing` returns undefined for any 404; for a put, that means a missing bucket.
      const result = await ignoreMissing(() => client.send(command))
      if (!result) throw unavailable(new Error('the bucket does not exist'))
    },
    write: async (key, chunks) => {
      const type = { ContentType: getType(key) }
      const created = await ignoreMissing(() =>
        client.send(new CreateMultipartUploadCommand({ ...locate(key), ...type })),
      )
      if (!created?.UploadId) throw unavailable(new Error('the bucket does not exist'))
      const upload = { ...locate(key), UploadId: created.UploadId }
      const parts: { PartNumber: number; ETag: string | undefined }[] = []
      try {
        for await (const body of splitIntoParts(wrapSourceErrors(chunks))) {
          const PartNumber = parts.length + 1
          const part = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: body }))
          parts.push({ PartNumber, ETag: part.ETag })
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
      const { Uploads = [] } = (await ignoreMissing(() => client.send(command))) ?? {}
      for (const { Key, UploadId, Initiated } of Uploads)
        if (Key && UploadId && Initiated && now() - Initiated.getTime() > unfinishedMs)
          await ignoreMissing(() =>
            client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId })),
          )
    },
    read: async (key) => {
      const command = new GetObjectCommand(locate(key))
      const object = await ignoreMissing(() => client.send(command))
      return object?.Body instanceof Readable ? object.Body : undefined
    },
    head: async (key) => {
      const command = new HeadObjectCommand(locate(key))
      const object = await ignoreMissing(() => client.send(command))
      return object && { size: object.ContentLength ?? 0, contentType: object.ContentType ?? getType(key) }
    },
    remove: async (key) => {
      const command = new DeleteObjectCommand(locate(key))
      await ignoreMissing(() => client.send(command))
    },
    list: async (folder) => {
      const keys: string[] = []
      let token: string | undefined
      do {
        const command = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix: `${folder}/`,
          ...(token && { ContinuationToken: token }),
        })
        const page = await ignoreMissing(() => client.send(command))
        for (const { Key } of page?.Contents ?? []) if (Key && findType(Key)) keys.push(Key)
        token = page?.NextContinuationToken
      } while (token)
      return keys
    },
    downloadUrl: cachePerWindow(now, async (key, name, { start, end }) => {
      const command = new GetObjectCommand({
        ...locate(key),
        ResponseContentDisposition: contentDisposition(getType(key), name),
        ResponseCacheControl: `private, max-age=${String(end - start)}, immutable`,
      })
      return getSignedUrl(client, command, { signingDate: new Date(start * 1000), expiresIn: end - start })
    }),
  }
}

/** S3 allows 10,000 parts, so a file may have 160 GB. An empty file is one empty part. */
const partBytes = 16_777_216

async function* splitIntoParts(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let pending: Uint8Array[] = []
  let size = 0
  let hasPart = false
  for await (const chunk of chunks) {
    pending.push(chunk)
    size += chunk.length
    if (size < partBytes) continue
    yield Buffer.concat(pending)
    hasPart = true
    pending = []
    size = 0
  }
  if (size > 0 || !hasPart) yield Buffer.concat(pending)
}
