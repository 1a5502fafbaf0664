import { Readable } from 'node:stream'

import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'

import { limits } from '../limits.ts'
import { getType } from './key.ts'
import { inline, oncePerWindow, unavailable } from './storage.ts'
import type { FileStorage, S3Location } from './storage.ts'

/** Any object storage that speaks S3, with a private bucket: only this side and signed addresses reach a file. */
export const s3Storage = (config: S3Location, now: () => number): FileStorage => {
  const { bucket, endpoint, region } = config
  const client = new S3Client({
    region,
    credentials: { accessKeyId: config.keyId, secretAccessKey: config.secret },
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Otherwise the client adds checksums that storages other than Amazon's refuse.
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
      // A missing bucket would read as a missing file, and that is no answer to a put.
      const stored = await ask(() => client.send(command))
      if (!stored) throw unavailable(new Error('the bucket does not exist'))
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
        ResponseContentDisposition: inline(name),
        ResponseCacheControl: `private, max-age=${String(end - start)}, immutable`,
      })
      return getSignedUrl(client, command, { signingDate: new Date(start * 1000), expiresIn: end - start })
    }),
  }
}
