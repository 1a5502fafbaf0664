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

/** A value as text: nothing is blank, several values are a list, anything else is shown as JSON. */
export const valueText = (value: unknown): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value) && value.every((one) => typeof one !== 'object'))
    return value.length > 0 ? value.join(', ') : undefined
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
