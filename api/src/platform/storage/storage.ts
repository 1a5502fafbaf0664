import type { Readable } from 'node:stream'

import { AppError } from '@baseline/contract/errors.ts'
import type { FastifyInstance } from 'fastify'

import { limits } from '../limits.ts'
import type { FileType } from './key.ts'

export interface S3Location {
  driver: 's3'
  bucket: string
  /** Without one it is Amazon's own. Browsers must reach it too: downloads go straight there. */
  endpoint: string | undefined
  region: string
  keyId: string
  secret: string
}

/** What the address of the storage says. */
export type StorageLocation = { driver: 'disk'; root: string } | S3Location

/** Where files lie: a folder of this server, or any object storage that speaks S3. Nobody gets at them without it. */
export interface FileStorage {
  put: (key: string, content: Uint8Array) => Promise<void>
  /** The same for what is too large to be held: there as a whole when this ends well, else not at all. */
  write: (key: string, chunks: AsyncIterable<Uint8Array>) => Promise<void>
  /** Removes what `write` left behind in a folder more than a day ago, where its process was killed. */
  sweep: (folder: string) => Promise<void>
  /** Undefined when there is no such file. */
  read: (key: string) => Promise<Readable | undefined>
  head: (key: string) => Promise<{ size: number; contentType: string } | undefined>
  /** An address that opens the file for a quarter of an hour; `name` is what a browser saves it as. */
  downloadUrl: (key: string, name: string) => Promise<string>
  /** Removing what is not there is no mistake: jobs may run twice. */
  remove: (key: string) => Promise<void>
  /** Where the api itself answers downloads: adds the route. */
  serve?: (app: FastifyInstance) => void
}

/**
 * The same address for five minutes, so that a browser need not fetch a picture again with every list; it opens the
 * file for ten to fifteen. Both drivers count from `start`.
 */
export const signingWindow = (now: number): { start: number; end: number } => {
  const { urlSeconds, urlWindowSeconds } = limits.files
  const start = Math.floor(now / 1000 / urlWindowSeconds) * urlWindowSeconds
  return { start, end: start + urlSeconds }
}

/**
 * Signing for S3 takes a third of a millisecond, and a page has a hundred rows: within a window each address is made
 * once.
 */
export const oncePerWindow = (
  now: () => number,
  sign: (key: string, name: string, window: { start: number; end: number }) => Promise<string>,
): FileStorage['downloadUrl'] => {
  let start = 0
  let made = new Map<string, string>()
  return async (key, name) => {
    const window = signingWindow(now())
    if (window.start !== start || made.size >= limits.files.rememberedUrls) made = new Map()
    start = window.start
    const [known, file] = [made, JSON.stringify([key, name])]
    const url = known.get(file) ?? (await sign(key, name, window))
    known.set(file, url)
    return url
  }
}

/** Pictures are shown in the browser, anything else is saved; under its own name in any alphabet (RFC 6266). */
export const disposition = (type: FileType, name: string): string => {
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
  )
  return `${type.startsWith('image/') ? 'inline' : 'attachment'}; filename*=UTF-8''${encoded}`
}

/** A file that nobody has written to for so long is nobody's any more. */
export const unfinishedMs = 86_400_000

/** What went wrong where the content came from, and not with the storage. */
export class SourceFailed extends Error {}

export async function* notOurs(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks
  } catch (cause) {
    throw new SourceFailed('the content could not be made', { cause })
  }
}

/** A storage that is away or full: the caller may try again. */
export const unavailable = (cause: unknown): AppError =>
  new AppError('errors.unavailable', undefined, { cause })
