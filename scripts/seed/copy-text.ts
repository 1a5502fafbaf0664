import { randomFillSync } from 'node:crypto'

import { makeDisplayId } from '../../api/src/features/survey-responses/write/display-id.ts'

export type Cell = string | number | null | undefined

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

const special = /[\\\t\n\r]/
const escapeText = (text: string): string =>
  special.test(text) ? text.replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? '') : text

/** Formats one row for COPY. */
export const formatLine = (cells: readonly Cell[]): string => {
  let text = ''
  for (const cell of cells)
    text += `${cell === null || cell === undefined ? String.raw`\N` : escapeText(String(cell))}\t`
  return `${text.slice(0, -1)}\n`
}

const pool = Buffer.alloc(9 * 1024)
let usedBytes = pool.length

/** Returns a UUIDv7 with the given timestamp, as PostgreSQL's uuidv7() would generate at that time. */
export const uuid7 = (timestamp: number): string => {
  const time = timestamp.toString(16).padStart(12, '0')
  if (usedBytes === pool.length) {
    randomFillSync(pool)
    usedBytes = 0
  }
  const chance = pool.toString('hex', usedBytes, (usedBytes += 9))
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-${chance.slice(6)}`
}

/** Returns a function that generates every number of eleven digits once before it repeats any. */
export const createDisplayIdGenerator = (existingCount: number): (() => string) => {
  const step = 61_803_398_873
  const modulus = 10 ** 11
  let current = Number((BigInt(existingCount) * BigInt(step)) % BigInt(modulus))
  return () => {
    current = (current + step) % modulus
    return makeDisplayId(current)
  }
}
