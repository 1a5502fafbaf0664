import { createHash } from 'node:crypto'

/** PostgreSQL returns the keys of an object in another order than they were stored. */
const sortKeys = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
    : value

/** Returns the SHA-256 of a record as JSON without spaces, with the keys of each object in order. */
export const digestRecord = (record: Readonly<Record<string, unknown>>): string =>
  createHash('sha256').update(JSON.stringify(record, sortKeys)).digest('base64url')
