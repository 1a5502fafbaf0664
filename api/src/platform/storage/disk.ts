import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { AppError } from '@baseline/contract/errors.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'

import { findType, getType } from './key.ts'
import { deriveKey } from './secrets.ts'
import {
  contentDisposition,
  signingWindow,
  SourceFailed,
  unavailable,
  unfinishedMs,
  wrapSourceErrors,
} from './storage.ts'
import type { FileStorage } from './storage.ts'

const SignedQuery = z.strictObject({
  expires: z.string().regex(/^\d{1,12}$/),
  name: z.string(),
  signature: z.string(),
})

const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')

const ignoreMissing = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
  try {
    return await work()
  } catch (error) {
    if (isMissing(error)) return undefined
    throw unavailable(error)
  }
}

interface ByteRange {
  start: number
  end: number
}

/** Reads the range that players of audio and video request. A server may ignore other forms of the header. */
const readRange = (header: string | undefined, size: number): ByteRange | undefined => {
  const [, first, last] = /^bytes=(\d{1,15})-(\d{0,15})$/.exec(header ?? '') ?? []
  if (first === undefined) return undefined
  const range = { start: Number(first), end: Math.min(last ? Number(last) : size - 1, size - 1) }
  return range.start <= range.end ? range : undefined
}

/** Stores files in a local folder, for installations with one server. The API serves signed download URLs. */
export const diskStorage = (
  { root, secret, publicUrl }: { root: string; secret: string; publicUrl: string },
  now: () => number,
): FileStorage => {
  const signingKey = deriveKey(secret, 'download')
  const pathOf = (key: string): string => {
    getType(key)
    return join(root, key)
  }
  const sign = (key: string, expires: string, name: string): string =>
    createHmac('sha256', signingKey)
      .update(JSON.stringify([key, expires, name]))
      .digest('base64url')

  /** Writes to a temporary file and renames it, so that a file is complete or absent, even after a crash. */
  const write = async (path: string, fill: (file: FileHandle) => Promise<void>): Promise<void> => {
    const temporaryPath = `${path}.${randomUUID()}.part`
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o750 })
      const handle = await open(temporaryPath, 'wx', 0o640)
      try {
        await fill(handle)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(temporaryPath, path)
    } catch (error) {
      await rm(temporaryPath, { force: true }).catch(() => undefined)
      throw error instanceof SourceFailed ? error.cause : unavailable(error)
    }
  }

  /** Throws if the folder has nothing: without its disk, each file would look like a removed one. */
  const requireFiles = async (): Promise<void> => {
    const entries = (await ignoreMissing(() => readdir(root))) ?? []
    if (entries.length === 0) throw unavailable(new Error(`${root} is empty: is its disk mounted?`))
  }

  const read = async (key: string, range?: ByteRange) => {
    const path = pathOf(key)
    const handle = await ignoreMissing(() => open(path))
    return handle?.createReadStream(range)
  }

  return {
    put: async (key, content) => write(pathOf(key), (file) => file.writeFile(content)),
    write: async (key, chunks) =>
      write(pathOf(key), async (file) => {
        for await (const chunk of wrapSourceErrors(chunks)) await file.write(chunk)
      }),
    sweep: async (folder) => {
      const entries = (await ignoreMissing(() => readdir(join(root, folder)))) ?? []
      for (const name of entries.filter((entry) => entry.endsWith('.part'))) {
        const path = join(root, folder, name)
        const stats = await ignoreMissing(() => stat(path))
        if (stats && now() - stats.mtimeMs > unfinishedMs) await ignoreMissing(() => rm(path))
      }
    },
    read: (key) => read(key),
    head: async (key) => {
      const path = pathOf(key)
      const stats = await ignoreMissing(() => stat(path))
      return stats?.isFile() ? { size: stats.size, contentType: getType(key) } : undefined
    },
    remove: async (key) => {
      const path = pathOf(key)
      const isRemoved = await ignoreMissing(async () => {
        await rm(path)
        return true
      })
      if (!isRemoved) await requireFiles()
    },
    list: async (folder) => {
      const names = (await ignoreMissing(() => readdir(join(root, folder)))) ?? []
      return names.map((name) => `${folder}/${name}`).filter((key) => findType(key) !== undefined)
    },
    downloadUrl: async (key, name) => {
      getType(key)
      const expires = String(signingWindow(now()).end)
      const url = new URL(`/api/storage/files/${key}`, publicUrl)
      url.search = new URLSearchParams({ expires, name, signature: sign(key, expires, name) }).toString()
      return url.href
    },
    serve: (app: FastifyInstance) => {
      // The signature is the permission, so the route is public; an invalid URL is refused with 403.
      const options = { config: { access: 'anyone' as const }, schema: { hide: true } }
      app.get<{ Params: { '*': string } }>('/api/storage/files/*', options, async (request, reply) => {
        const key = request.params['*']
        const contentType = findType(key)
        const query = SignedQuery.safeParse(request.query)
        if (!contentType || !query.success) throw new AppError('errors.forbidden')
        const { expires, name, signature } = query.data
        const secondsLeft = Number(expires) - Math.floor(now() / 1000)
        if (!isSameText(signature, sign(key, expires, name)) || secondsLeft <= 0)
          throw new AppError('errors.forbidden')
        const size = (await ignoreMissing(() => stat(pathOf(key))))?.size
        if (size === undefined) throw new AppError('errors.notFound')
        const range = readRange(request.headers.range, size)
        const content = await read(key, range)
        if (!content) throw new AppError('errors.notFound')
        return reply
          .code(range ? 206 : 200)
          .headers({
            'content-type': contentType,
            'content-length': range ? range.end - range.start + 1 : size,
            'accept-ranges': 'bytes',
            ...(range && {
              'content-range': `bytes ${String(range.start)}-${String(range.end)}/${String(size)}`,
            }),
            'content-disposition': contentDisposition(contentType, name),
            'x-content-type-options': 'nosniff',
            'content-security-policy': "default-src 'none'; sandbox",
            'cross-origin-resource-policy': 'same-origin',
            'cache-control': `private, max-age=${String(secondsLeft)}, immutable`,
          })
          .send(content)
      })
    },
  }
}

const isSameText = (actual: string, expected: string): boolean => {
  const [a, b] = [Buffer.from(actual), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
