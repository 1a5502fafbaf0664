import type { Readable } from 'node:stream'

import { AppError } from '@baseline/contract/errors.ts'
import type { FastifyInstance } from 'fastify'

import { limits } from '../limits.ts'

export interface S3Location {
  driver: 's3'
  bucket: string
  /** The default is Amazon S3. Browsers must reach it too, because they download directly from it. */
  endpoint: string | undefined
  region: string
  keyId: string
  secret: string
}

/** The content of STORAGE_URL. */
export type StorageLocation = { driver: 'disk'; root: string } | S3Location

/** File storage: a local folder, or any S3-compatible object storage. */
export interface FileStorage {
  put: (key: string, content: Uint8Array) => Promise<void>
  /** Stores content that is too large for memory. Atomic: after an error there is no file. */
  write: (key: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>
  /** Removes unfinished files in a folder, left by killed processes in `write` more than a day ago. */
  sweep: (folder: string) => Promise<void>
  /** Undefined when there is no such file. */
  read: (key: string) => Promise<Readable | undefined>
  head: (key: string) => Promise<{ size: number; contentType: string } | undefined>
  /** Returns the keys of the files in a folder. */
  list: (folder: string) => Promise<string[]>
  /** Returns a signed URL for 10 to 15 minutes; a browser saves the file as `name`. */
  downloadUrl: (key: string, name: string) => Promise<string>
  /** Succeeds for a missing file, because jobs may run twice. Throws if the storage cannot be reached. */
  remove: (key: string) => Promise<void>
  /** Adds the download route, if the API serves the files. */
  serve?: (app: FastifyInstance) => void
}

/**
 * Returns the validity of a signed URL, in seconds. It stays the same for five minutes, so that browsers can
 * cache pictures between lists; a URL is valid for 10 to 15 minutes. Both drivers count from `start`.
 */
export const signingWindow = (now: number): { start: number; end: number } => {
  const { urlSeconds, urlWindowSeconds } = limits.files
  const start = Math.floor(now / 1000 / urlWindowSeconds) * urlWindowSeconds
  return { start, end: start + urlSeconds }
}

/** Caches signed URLs for their window: signing for S3 takes 0.3 ms, and a page has 100 rows. */
export const cachePerWindow = (
  now: () => number,
  sign: (key: string, name: string, window: { start: number; end: number }) => Promise<string>,
): FileStorage['downloadUrl'] => {
  let start = 0
  let urls = new Map<string, string>()
  return async (key, name) => {
    const window = signingWindow(now())
    if (window.start !== start || urls.size >= limits.files.cachedUrls) urls = new Map()
    start = window.start
    const [windowUrls, file] = [urls, JSON.stringify([key, name])]
    const url = windowUrls.get(file) ?? (await sign(key, name, window))
    windowUrls.set(file, url)
    return url
  }
}

/** Images open in the browser, other files are saved. RFC 6266 allows names in any alphabet. */
export const contentDisposition = (type: string, name: string): string => {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`
}

/** Age after which an unfinished file belongs to no running process. */
export const unfinishedMs = 86_400_000

/** An error of the source of the content, not of the storage. */
export class SourceFailed extends Error {}

export async function* wrapSourceErrors(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    throw new SourceFailed('the source of the content failed', { cause })
  }
}

/** For a storage that is unreachable or full; the caller may retry. */
export const unavailable = (cause: unknown): AppError =>
  new AppError('errors.unavailable', undefined, { cause })
