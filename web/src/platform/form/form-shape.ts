import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import { fieldProblems } from '@baseline/contract/validation.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'
import type { z } from 'zod'

import { ApiError } from '../errors.ts'
import { label, textOf } from '../i18n.ts'

export type FieldName<S extends z.ZodObject> = keyof S['shape'] & string

/** A form is the contract's schema, what its fields are called, and where the call carries them. */
export interface FormShape<S extends z.ZodObject> {
  schema: S
  labels: Record<FieldName<S>, MessageKey>
  /** The part of the body that holds the fields: `profile` for `profile.firstName`. */
  prefix: string
}

export const formOf = <S extends z.ZodObject>(
  schema: S,
  labels: Record<FieldName<S>, MessageKey>,
  prefix = '',
): FormShape<S> => ({ schema, labels, prefix })

const blank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '')

const fieldOf = <S extends z.ZodObject>({ schema }: FormShape<S>, name: FieldName<S>): z.core.$ZodType => {
  const field = schema.shape[name]
  if (!field) throw new Error(`the schema has no field ${name}`)
  return field
}

const check = (field: z.core.$ZodType, value: unknown) =>
  // Every field of our contract is a classic zod schema; only the shape's own type is wider than that.
  (field as z.ZodType).safeParse(value, { reportInput: true })

/** A field that refuses to be left empty gets the mark. spec §5 */
export const isRequired = <S extends z.ZodObject>(shape: FormShape<S>, name: FieldName<S>): boolean => {
  const field = fieldOf(shape, name)
  return !check(field, undefined).success && !check(field, '').success
}

const sentence = (path: string, { key, params }: Pick<FieldProblem, 'key' | 'params'>): string =>
  textOf(key, { ...params, path }) ?? key

/** What is wrong with a value, in the words that the server would use. spec §5 */
export const fieldError = <S extends z.ZodObject>(
  shape: FormShape<S>,
  name: FieldName<S>,
  value: unknown,
): string | undefined => {
  const path = label(shape.labels[name])
  if (blank(value))
    return isRequired(shape, name)
      ? sentence(path, { key: 'validation.mixed.required', params: {} })
      : undefined
  const result = check(fieldOf(shape, name), value)
  const [first] = result.success ? [] : fieldProblems(result.error)
  return first && sentence(path, first)
}

export interface PlacedProblem {
  name: string
  errors: string[]
}

/** An untouched text field has no value at all; a schema that only wants text gets an empty one. */
const withBlanks = <S extends z.ZodObject>({ schema }: FormShape<S>, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => {
      const value = values[name]
      const wantsText = value === undefined && !check(field, undefined).success && check(field, '').success
      return [name, wantsText ? '' : value]
    }),
  )

/** The whole form at once: what the schema makes of it, or what is wrong, rules between fields included. */
export const parseForm = <S extends z.ZodObject>(
  shape: FormShape<S>,
  values: Record<string, unknown>,
): { data: z.output<S> } | { problems: PlacedProblem[] } => {
  const parsed = shape.schema.safeParse(withBlanks(shape, values), { reportInput: true })
  if (parsed.success) return { data: parsed.data }
  const labels: Record<string, MessageKey> = shape.labels
  return {
    problems: fieldProblems(parsed.error).map(({ path, ...problem }) => {
      const called = labels[path]
      return { name: path, errors: [sentence(called ? label(called) : path, problem)] }
    }),
  }
}

interface ServerIssue {
  path: string
  key: string
  params?: Record<string, unknown>
  message: string
}

/** The server's field errors under their fields' own names; empty when the answer names none of them. */
export const serverProblems = <S extends z.ZodObject>(
  { labels, prefix }: FormShape<S>,
  error: unknown,
): PlacedProblem[] => {
  if (!(error instanceof ApiError) || error.code !== 'errors.invalid') return []
  // The server writes `details.issues` in this one shape; anything else has no known path below.
  const issues = (error.details['issues'] ?? []) as ServerIssue[]
  const start = prefix === '' ? '' : `${prefix}.`
  return issues.flatMap(({ path, key, params, message }) => {
    const name = path.startsWith(start) ? path.slice(start.length) : ''
    if (!Object.hasOwn(labels, name)) return []
    const called = Object.entries(labels).find(([field]) => field === name)?.[1]
    const text = textOf(key, { ...params, path: textOf(String(called)) ?? name })
    return [{ name, errors: [text ?? message] }]
  })
}
