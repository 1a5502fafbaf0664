import { randomFillSync } from 'node:crypto'

import { makeDisplayId } from '../../api/src/features/survey-responses/display-id.ts'

export type Cell = string | number | null | undefined

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const special = /[\\\t\n\r]/
const escaped = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text

/** Formats one row for COPY. */
export const line = (cells: readonly Cell[]): string => {
  let text = ''
  for (const cell of cells)
    text += `${cell === null || cell === undefined ? String.raw`\N` : escaped(String(cell))}\t`
  return `${text.slice(0, -1)}\n`
}

const pool = Buffer.alloc(9 * 1024)
let used = pool.length

/** Returns a UUIDv7 with the given timestamp, as PostgreSQL's uuidv7() would generate at that time. */
export const uuid7 = (at: number): string => {
  const time = at.toString(16).padStart(12, '0')
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  const chance = pool.toString('hex', used, (used += 9))
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-${chance.slice(6)}`
}

/** Generates every number of eleven digits once before it repeats any. */
export const displayIds = (already: number): (() => string) => {
  const step = 61_803_398_873
  const all = 10 ** 11
  let at = Number((BigInt(already) * BigInt(step)) % BigInt(all))
  return () => {
    at = (at + step) % all
    return makeDisplayId(at)
  }
}
