import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import { isBookkeeping } from '@baseline/contract/audit-log/field-label.ts'

import { formatInstant } from '#platform/time.ts'

export interface Change {
  field: string
  before: unknown
  after: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const answerPrefix = 'values.'

/** Returns the question key of an answer field; undefined for other fields. */
export const questionKey = (field: string): string | undefined =>
  field.startsWith(answerPrefix) ? field.slice(answerPrefix.length) : undefined

/** Returns the fields of one side of an entry, with each answer as a separate field. */
const fieldsOf = (side: unknown): Record<string, unknown> => {
  if (!isRecord(side)) return {}
  const { values, ...fields } = side
  if (!isRecord(values)) return side
  const answers = Object.entries(values).map(([key, value]) => [`${answerPrefix}${key}`, value] as const)
  return { ...fields, ...Object.fromEntries(answers) }
}

/** Ids of other records, each with the field that names the record and is shown instead. */
const nameOfId = new Map([
  ['surveyId', 'surveyLabel'],
  ['managerId', 'managerName'],
])

const isRepeatedId = (field: string, fields: ReadonlySet<string>): boolean =>
  fields.has(nameOfId.get(field) ?? '')

/** Returns the fields that an audit log entry changed; for a created or deleted record, all its fields. */
export const changesOf = (entity: EntityName, values: { before?: unknown; after?: unknown }): Change[] => {
  const before = fieldsOf(values.before)
  const after = fieldsOf(values.after)
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields]
    .filter((field) => !isBookkeeping(entity, field) && !isRepeatedId(field, fields))
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Leaves out an answer if the column that it fills changed in the same way: one row per fact. */
export const omitRepeats = (
  changes: readonly Change[],
  columnOf: (field: string) => string | undefined,
): Change[] => {
  const columns = new Map(changes.map((change) => [change.field, change]))
  return changes.filter(({ field, before, after }) => {
    const column = columns.get(columnOf(field) ?? '')
    return !column || !isSame(column.before, before) || !isSame(column.after, after)
  })
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** Looks up display texts: `choiceText` for choices, `labelOf` for the fields inside a value. */
export interface ValueTexts {
  choiceText: (token: string) => string | undefined
  labelOf: (field: string) => string
}

const singleText = (value: unknown, { choiceText }: ValueTexts): string => {
  const token = String(value)
  return instantPattern.test(token) ? formatInstant(token) : (choiceText(token) ?? token)
}

/** Files are shown by name and by the end of their id, because two files can have the same name. */
const isFile = (value: unknown): value is { id: string; name: string } =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string'

/** An imported picture, which is stored as a URL. */
const isLink = (value: unknown): value is { publicUrl: string } =>
  isRecord(value) && typeof value['publicUrl'] === 'string'

const recordText = (record: Record<string, unknown>, valueTexts: ValueTexts): string =>
  Object.entries(record)
    .flatMap(([field, value]) => {
      const text = valueText(value, valueTexts)
      return text === undefined ? [] : [`${valueTexts.labelOf(field)}: ${text}`]
    })
    .join('\n')

/** Formats a value as its own screen does; undefined if the value is blank. */
export const valueText = (value: unknown, valueTexts: ValueTexts): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const values: unknown[] = Array.isArray(value) ? value : [value]
  if (values.every((one) => typeof one !== 'object'))
    return values.map((one) => singleText(one, valueTexts)).join(', ') || undefined
  if (values.every(isFile)) return values.map(({ id, name }) => `${name} · ${id.slice(-8)}`).join('\n')
  if (values.every(isLink)) return values.map(({ publicUrl }) => publicUrl).join('\n')
  const texts = values.map((one) =>
    isRecord(one) ? recordText(one, valueTexts) : valueText(one, valueTexts),
  )
  return texts.filter(Boolean).join('\n') || undefined
}
