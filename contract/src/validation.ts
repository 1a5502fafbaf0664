import type { z } from 'zod'

import type { MessageKey } from './messages/translate.ts'

/** An issue of one field: its path in the request, and the key and parameters of its message. */
export interface FieldIssue {
  path: string
  key: MessageKey
  params: Record<string, string | number>
}

export const fieldIssue = (path: string, key: MessageKey, params: FieldIssue['params'] = {}): FieldIssue => ({
  path,
  key,
  params,
})

type Issue = z.core.$ZodIssue

/** Limits what an error repeats of a request: an error must not be larger than the request deserves. */
const maxIssues = 100
const maxKeys = 10
const maxCharacters = 100
const shorten = (text: string): string =>
  text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text

const listKeys = (keys: readonly string[]): string => {
  const named = keys.slice(0, maxKeys).map(shorten)
  return (keys.length > maxKeys ? [...named, '…'] : named).join(', ')
}

type Explanation = Omit<FieldIssue, 'path'>

const isBlank = (input: unknown): boolean => input === undefined || input === null || input === ''

const isMissing = (issue: Issue): boolean =>
  isBlank(issue.input) &&
  (issue.code === 'invalid_type' ||
    issue.code === 'invalid_format' ||
    (issue.code === 'too_small' && issue.origin === 'string'))

/** Maps a zod issue to a message, for the server's responses and the forms. spec §5 */
const explain = (issue: Issue): Explanation => {
  if (isMissing(issue)) return { key: 'validation.mixed.required', params: {} }
  switch (issue.code) {
    case 'invalid_type':
      // z.int() reports 'int', which zod's types do not include.
      return String(issue.expected) === 'int' && typeof issue.input === 'number'
        ? { key: 'validation.number.integer', params: {} }
        : { key: 'validation.mixed.default', params: {} }
    case 'invalid_value':
      return { key: 'validation.string.selected', params: {} }
    case 'too_small':
      return explainTooSmall(issue)
    case 'too_big':
      return explainTooBig(issue)
    case 'invalid_format':
      return explainFormat(issue)
    case 'unrecognized_keys':
      return { key: 'validation.object.noUnknown', params: { keys: listKeys(issue.keys) } }
    case 'custom':
      return {
        key: keyOfRefinement(issue) ?? 'validation.mixed.default',
        params: { value: shorten(String(issue.input)) },
      }
    default:
      return { key: 'validation.mixed.default', params: {} }
  }
}

/** Returns the message key that a refinement names, if it is a known one. */
const keyOfRefinement = (issue: z.core.$ZodIssueCustom): MessageKey | undefined => {
  const key: unknown = issue.params?.['key']
  return typeof key === 'string' ? refinementKeys.find((refinementKey) => refinementKey === key) : undefined
}

const refinementKeys: readonly MessageKey[] = [
  'validation.string.phone',
  'user.validations.email',
  'importer.errors.importHashRequired',
  'entities.surveys.errors.dates',
  'entities.surveyExports.errors.oneSurvey',
  'iam.memberships.errors.districtRequired',
  'iam.memberships.errors.oneLimit',
]

const explainTooSmall = (issue: z.core.$ZodIssueTooSmall): Explanation => {
  const min = Number(issue.minimum)
  if (issue.origin === 'string') {
    return issue.exact
      ? { key: 'validation.string.length', params: { length: min } }
      : { key: 'validation.string.min', params: { min } }
  }
  if (issue.origin === 'array' || issue.origin === 'set')
    return { key: 'validation.array.min', params: { min } }
  if (issue.origin === 'date')
    return { key: 'validation.date.min', params: { min: new Date(min).toISOString() } }
  if (issue.inclusive) return { key: 'validation.number.min', params: { min } }
  return min === 0
    ? { key: 'validation.number.positive', params: {} }
    : { key: 'validation.number.moreThan', params: { more: min } }
}

const explainTooBig = (issue: z.core.$ZodIssueTooBig): Explanation => {
  const max = Number(issue.maximum)
  if (issue.origin === 'string')
    return issue.exact
      ? { key: 'validation.string.length', params: { length: max } }
      : { key: 'validation.string.max', params: { max } }
  if (issue.origin === 'array' || issue.origin === 'set')
    return { key: 'validation.array.max', params: { max } }
  if (issue.origin === 'date')
    return { key: 'validation.date.max', params: { max: new Date(max).toISOString() } }
  if (issue.inclusive) return { key: 'validation.number.max', params: { max } }
  return max === 0
    ? { key: 'validation.number.negative', params: {} }
    : { key: 'validation.number.lessThan', params: { less: max } }
}

const explainFormat = (issue: z.core.$ZodIssueInvalidStringFormat): Explanation => {
  switch (issue.format) {
    case 'email':
      return { key: 'validation.string.email', params: {} }
    case 'url':
      return { key: 'validation.string.url', params: {} }
    case 'lowercase':
      return { key: 'validation.string.lowercase', params: {} }
    case 'uppercase':
      return { key: 'validation.string.uppercase', params: {} }
    case 'regex':
      return { key: 'validation.string.matches', params: { regex: issue.pattern ?? '' } }
    default:
      return { key: 'validation.mixed.default', params: {} }
  }
}

/** Parse with `reportInput: true`; otherwise missing values are reported as invalid instead of required. */
export const fieldIssues = (error: z.core.$ZodError): FieldIssue[] =>
  error.issues
    .slice(0, maxIssues)
    .map((issue) => ({ path: issue.path.map(String).join('.'), ...explain(issue) }))
