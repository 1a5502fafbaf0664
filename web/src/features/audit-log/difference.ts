import type { EntityName } from '@baseline/contract/audit-log/contract.ts'
import { isBookkeeping } from '@baseline/contract/audit-log/field-label.ts'
import type { Item, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { formatInstant } from '#platform/time.ts'

export interface Change {
  field: string
  before: unknown
  after: unknown
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const answerPrefix = 'values.'

/** The key of a question, of a field that is an answer. */
export const questionKey = (field: string): string | undefined =>
  field.startsWith(answerPrefix) ? field.slice(answerPrefix.length) : undefined

/** The fields of one side of an entry, each answer as a field of its own. */
const fieldsOf = (side: unknown): Record<string, unknown> => {
  if (!isRecord(side)) return {}
  const { values, ...fields } = side
  if (!isRecord(values)) return side
  const answers = Object.entries(values).map(([key, value]) => [`${answerPrefix}${key}`, value] as const)
  return { ...fields, ...Object.fromEntries(answers) }
}

/** The title of a survey says more than its id. */
const isRepeatedId = (field: string, fields: ReadonlySet<string>): boolean =>
  field === 'surveyId' && fields.has('surveyLabel')

/** Field by field what an entry of the log changed; of a record that came or went, all that it held. */
export const changesOf = (entity: EntityName, values: { before?: unknown; after?: unknown }): Change[] => {
  const before = fieldsOf(values.before)
  const after = fieldsOf(values.after)
  const fields = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...fields]
    .filter((field) => !isBookkeeping(entity, field) && !isRepeatedId(field, fields))
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
}

const feedsIn = (items: readonly Item[]): [key: string, field: string][] =>
  items.flatMap((item) => {
    if (item.kind === 'question') return item.feeds === undefined ? [] : [[item.key, item.feeds]]
    return item.kind === 'group' ? feedsIn(item.items) : []
  })

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Leaves out an answer that filled a column which changed in the same way: one row per fact. */
export const withoutRepeats = (changes: readonly Change[], { items }: SurveyDefinition): Change[] => {
  const fed = new Map(feedsIn(items))
  const columns = new Map(changes.map((change) => [change.field, change]))
  return changes.filter(({ field, before, after }) => {
    const column = columns.get(fed.get(questionKey(field) ?? '') ?? '')
    return !column || !isSame(column.before, before) || !isSame(column.after, after)
  })
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/

/** The words of the screen that shows a value: of a choice, and of the fields inside of a value. */
export interface Words {
  wordOf: (token: string) => string | undefined
  labelOf: (field: string) => string
}

const wordText = (value: unknown, { wordOf }: Words): string => {
  const token = String(value)
  return instantPattern.test(token) ? formatInstant(token) : (wordOf(token) ?? token)
}

/** Files are shown by their names, and told apart by the end of their ids: two may have the same name. */
const isFile = (value: unknown): value is { id: string; name: string } =>
  isRecord(value) && typeof value['id'] === 'string' && typeof value['name'] === 'string'

/** A picture that an import named by its address. */
const isLink = (value: unknown): value is { publicUrl: string } =>
  isRecord(value) && typeof value['publicUrl'] === 'string'

const recordText = (record: Record<string, unknown>, words: Words): string =>
  Object.entries(record)
    .flatMap(([field, value]) => {
      const text = valueText(value, words)
      return text === undefined ? [] : [`${words.labelOf(field)}: ${text}`]
    })
    .join('\n')

/** A value as its own screen shows it; undefined where there is none. */
export const valueText = (value: unknown, words: Words): string | undefined => {
  if (value === undefined || value === null || value === '') return undefined
  const several: unknown[] = Array.isArray(value) ? value : [value]
  if (several.every((one) => typeof one !== 'object'))
    return several.map((one) => wordText(one, words)).join(', ') || undefined
  if (several.every(isFile)) return several.map(({ id, name }) => `${name} · ${id.slice(-8)}`).join('\n')
  if (several.every(isLink)) return several.map(({ publicUrl }) => publicUrl).join('\n')
  const texts = several.map((one) => (isRecord(one) ? recordText(one, words) : valueText(one, words)))
  return texts.filter(Boolean).join('\n') || undefined
}
