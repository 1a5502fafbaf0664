import type { ErrorIssue } from '@baseline/contract/error-details.ts'
import { fieldIssues } from '@baseline/contract/validation.ts'
import type { FieldIssue } from '@baseline/contract/validation.ts'
import type { z } from 'zod'

import { serverIssues } from '../error-details.ts'
import { label, textOf } from '../i18n.ts'
import type { Label } from '../i18n.ts'

export type FieldName<S extends z.ZodObject> = keyof S['shape'] & string

/** A form: the schema of the contract, the labels of its fields, and their place in the request body. */
export interface FormShape<S extends z.ZodObject> {
  schema: S
  labels: Record<FieldName<S>, Label>
  /** The part of the body that contains the fields: `profile` for `profile.firstName`. */
  prefix: string
}

export const formOf = <S extends z.ZodObject>(
  schema: S,
  labels: Record<FieldName<S>, Label>,
  prefix = '',
): FormShape<S> => ({ schema, labels, prefix })

const isBlank = (value: unknown): boolean =>
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
  // Every field of the contract is a classic zod schema; the type of the shape is wider.
  (field as z.ZodType).safeParse(value, { reportInput: true })

/** Whether a field refuses to be empty and gets the mark. spec §5 */
export const isRequired = <S extends z.ZodObject>(shape: FormShape<S>, name: FieldName<S>): boolean => {
  const field = fieldOf(shape, name)
  return [undefined, '', []].every((emptyValue) => !check(field, emptyValue).success)
}

const issueText = (path: string, { key, params }: Pick<FieldIssue, 'key' | 'params'>): string =>
  textOf(key, { ...params, path }) ?? key

/** Returns the problem of a value, with the same message as the server. spec §5 */
export const fieldError = <S extends z.ZodObject>(
  shape: FormShape<S>,
  name: FieldName<S>,
  value: unknown,
): string | undefined => {
  if (isBlank(value) && !isRequired(shape, name)) return undefined
  const result = check(fieldOf(shape, name), isBlank(value) ? undefined : value)
  if (result.success) return undefined
  const texts = fieldIssues(result.error).map((issue) => issueText(label(shape.labels[name]), issue))
  // Reports the first problem of a single value, and every problem of a list.
  return Array.isArray(value) ? texts.join('. ') : texts[0]
}

export interface PlacedProblem {
  name: string
  errors: string[]
}

/** An untouched field is undefined; replaces it with an empty text or list if the schema requires one. */
const fillBlanks = <S extends z.ZodObject>({ schema }: FormShape<S>, values: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(schema.shape).map(([name, field]) => {
      const value = values[name]
      const emptyValue = [undefined, '', []].find((one) => check(field, one).success)
      return [name, value === undefined ? emptyValue : value]
    }),
  )

/** Parses the whole form, including rules between fields: returns the data or the problems. */
export const parseForm = <S extends z.ZodObject>(
  shape: FormShape<S>,
  values: Record<string, unknown>,
): { data: z.output<S> } | { problems: PlacedProblem[] } => {
  const parsed = shape.schema.safeParse(fillBlanks(shape, values), { reportInput: true })
  if (parsed.success) return { data: parsed.data }
  const labels: Record<string, Label> = shape.labels
  return {
    problems: fieldIssues(parsed.error).map(({ path, ...issue }) => {
      const labelKey = labels[path]
      return { name: path, errors: [issueText(labelKey ? label(labelKey) : path, issue)] }
    }),
  }
}

/** `emails.1` is the second value of the field `emails`; the message must name that value. */
const placeIssue = (labels: Record<string, Label>, path: string, issue: ErrorIssue) => {
  const [name = '', ...innerPath] = path.split('.')
  const labelKey = Object.hasOwn(labels, name) ? labels[name] : undefined
  if (!labelKey) return undefined
  const text = textOf(issue.key, { ...issue.params, path: label(labelKey) }) ?? issue.message
  const value = issue.params?.['value']
  const isValueNamed = innerPath.length === 0 || typeof value !== 'string' || text.includes(value)
  return { name, error: isValueNamed ? text : `${value}: ${text}` }
}

/** Returns the server's errors by field; empty if the response names none of them. */
export const serverProblems = <S extends z.ZodObject>(
  { labels, prefix }: FormShape<S>,
  error: unknown,
): PlacedProblem[] => {
  const issues = serverIssues(error)
  const start = prefix === '' ? '' : `${prefix}.`
  const fieldErrors = issues
    .filter(({ path }) => path.startsWith(start))
    .flatMap((issue) => placeIssue(labels, issue.path.slice(start.length), issue) ?? [])
  return Object.entries(Object.groupBy(fieldErrors, ({ name }) => name)).map(([name, errors = []]) => ({
    name,
    errors: errors.map((one) => one.error),
  }))
}
