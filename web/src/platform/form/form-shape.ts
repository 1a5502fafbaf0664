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
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

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
  return [undefined, '', []].every((nothing) => !check(field, nothing).success)
}

const sentence = (path: string, { key, params }: Pick<FieldProblem, 'key' | 'params'>): string =>
  textOf(key, { ...params, path }) ?? key

/** What is wrong with a value, in the words that the server would use. spec §5 */
export const fieldError = <S extends z.ZodObject>(
  shape: FormShape<S>,
  name: FieldName<S>,
  value: unknown,
): string | undefined => {
  if (blank(value) && !isRequired(shape, name)) return undefined
  const result = check(fieldOf(shape, name), blank(value) ? undefined : value)
  if (result.success) return undefined
  const sentences = fieldProblems(result.error).map((problem) => sentence(label(shape.labels[name]), problem))
  // Of one value the first rule it breaks is enough; of several values each wrong one is named.
  return Array.isArray(value) ? sentences.join('. ') : sentences[0]
}

export interface PlacedProblem {
  name: string
  errors: string[]
}

/** An untouched field has no value at all; a schema that only wants text or a list gets an empty one. */
const withBlanks = <S extends z.ZodObject>({ schema }: FormShape<S>, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => {
      const value = values[name]
      const nothing = [undefined, '', []].find((one) => check(field, one).success)
      return [name, value === undefined ? nothing : value]
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

/** `emails.1` is about the second value of the field `emails`; its text should say which value that is. */
const placeIssue = (labels: Record<string, MessageKey>, path: string, issue: ServerIssue) => {
  const [name = '', ...within] = path.split('.')
  const called = Object.hasOwn(labels, name) ? labels[name] : undefined
  if (!called) return undefined
  const text = textOf(issue.key, { ...issue.params, path: label(called) }) ?? issue.message
  const value = issue.params?.['value']
  const isNamed = within.length === 0 || typeof value !== 'string' || text.includes(value)
  return { name, error: isNamed ? text : `${value}: ${text}` }
}

/** What a refusal says about single values. */
export const serverIssues = (error: unknown): ServerIssue[] =>
  error instanceof ApiError && error.status === 400
    ? // The server writes `details.issues` in this one shape; anything else has no known path.
      ((error.details['issues'] ?? []) as ServerIssue[])
    : []

/** The server's field errors under their fields' own names; empty when the answer names none of them. */
export const serverProblems = <S extends z.ZodObject>(
  { labels, prefix }: FormShape<S>,
  error: unknown,
): PlacedProblem[] => {
  const issues = serverIssues(error)
  const start = prefix === '' ? '' : `${prefix}.`
  const placed = issues
    .filter(({ path }) => path.startsWith(start))
    .flatMap((issue) => placeIssue(labels, issue.path.slice(start.length), issue) ?? [])
  return Object.entries(Object.groupBy(placed, ({ name }) => name)).map(([name, found = []]) => ({
    name,
    errors: found.map((one) => one.error),
  }))
}
