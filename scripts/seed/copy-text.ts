import { randomBytes } from 'node:crypto'

import { makeDisplayId } from '../../api/src/features/survey-responses/display-id.ts'

export type Cell = string | number | null | undefined

const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** One row as COPY reads it. */
export const line = (cells: readonly Cell[]): string => {
  const texts = cells.map((cell) =>
    cell === null || cell === undefined
      ? String.raw`\N`
      : String(cell).replaceAll(/[\\\t\n\r]/g, (character) => escapes[character] ?? ''),
  )
  return `${texts.join('\t')}\n`
}

/** What uuidv7() would have made then. */
export const uuid7 = (at: number): string => {
  const time = at.toString(16).padStart(12, '0')
  const chance = randomBytes(9).toString('hex')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${chance.slice(0, 3)}-8${chance.slice(3, 6)}-${chance.slice(6)}`
}

/** Every number of eleven digits once before any comes again. */
export const displayIds = (already: number): (() => string) => {
  const step = 61_803_398_873
  const all = 10 ** 11
  let at = Number((BigInt(already) * BigInt(step)) % BigInt(all))
  return () => {
    at = (at + step) % all
    return makeDisplayId(at)
  }
}
