interface Change {
  field: string
  before: unknown
  after: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Field by field what an entry of the log changed; of a record that came or went, all that it held. */
export const changesOf = (values: { before?: unknown; after?: unknown }): Change[] => {
  const before = isRecord(values.before) ? values.before : {}
  const after = isRecord(values.after) ? values.after : {}
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

/** Files are told by their names, and apart by the end of their ids: two may be called the same. */
const isFile = (value: unknown): value is { id: string; name: string } =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string'

/** A value as text: nothing is blank, several values are a list, anything else is shown as JSON. */
export const valueText = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.length > 0 ? value.join(', ') : undefined
  if (Array.isArray(value) && value.every(isFile))
    return value.map(({ id, name }) => `${name} · ${id.slice(-8)}`).join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
