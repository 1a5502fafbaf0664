import { formatInstant } from '#platform/time.ts'

interface Change {
  field: string
  before: unknown
  after: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What changes with every write, or stands in the entry itself. */
const bookkeeping = new Set(['id', 'version', 'updatedAt'])

/** Field by field what an entry of the log changed; of a record that came or went, all that it held. */
export const changesOf = (values: { before?: unknown; after?: unknown }): Change[] => {
  const before = isRecord(values.before) ? values.before : {}
  const after = isRecord(values.after) ? values.after : {}
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((field) => !bookkeeping.has(field))
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

const wordText = (value: unknown, wordOf: (token: string) => string | undefined): string => {
  const token = String(value)
  return instantPattern.test(token) ? formatInstant(token) : (wordOf(token) ?? token)
}

/** Files are told by their names, and apart by the end of their ids: two may be called the same. */
const isFile = (value: unknown): value is { id: string; name: string } =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string'

/** A value as its own screen shows it: nothing is blank, several are a list, what has no words is shown as JSON. */
export const valueText = (
  value: unknown,
  wordOf: (token: string) => string | undefined,
): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const several = Array.isArray(value) ? (value as unknown[]) : [value]
  if (several.every((one) => typeof one !== 'object'))
    return several.map((one) => wordText(one, wordOf)).join(', ') || undefined
  return several.every(isFile)
    ? several.map(({ id, name }) => `${name} · ${id.slice(-8)}`).join('\n')
    : JSON.stringify(value, null, 2)
}
