import { scalarOf } from '@baseline/contract/surveys/answers.ts'
import type { Answer, Answers } from '@baseline/contract/surveys/answers.ts'
import { compileSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type { Clock } from '@baseline/contract/surveys/evaluate-survey.ts'
import { toText } from '@baseline/contract/surveys/expression/convert.ts'
import { hasAnswer, isAsked } from '@baseline/contract/surveys/master.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import type { PlacedItem } from '@baseline/contract/surveys/survey-items.ts'
import { blankReference, referencesInText } from '@baseline/contract/surveys/template.ts'
import { validateForm } from '@baseline/contract/surveys/validate-answers.ts'
import type { ValidationResult } from '@baseline/contract/surveys/validation-result.ts'

import { hasTime } from '../../../api/src/features/survey-responses/submissions/testing/phone-text.ts'
import { absolutePath } from '../../../api/src/features/surveys/xform/paths.ts'
import type { Given } from './engine.ts'
import type { FormReading, NodeState } from './in-page.ts'

/** The time zone of the engines. It has no daylight saving time. */
export const timeZone = 'Africa/Maputo'

/** A difference between our evaluation and the engine. */
export interface Difference {
  path: string
  aspect: string
  ours: unknown
  engine: unknown
  /** Why it is no defect. */
  reason?: string
}

const withoutMessages = new WeakMap<SurveyDefinition, SurveyDefinition>()

/** Removes messages of the author, which replace the keys that tell a missing answer from a refused one. */
const removeMessages = (survey: SurveyDefinition): SurveyDefinition => {
  const known = withoutMessages.get(survey)
  if (known) return known
  const copy = structuredClone(survey)
  for (const { item } of itemsOf(copy).values()) {
    if (item.kind !== 'question') continue
    delete item.requiredMessages
    delete item.constraintMessages
  }
  withoutMessages.set(survey, copy)
  return copy
}

const validate = (survey: SurveyDefinition, answers: Answers, clock: Clock): ValidationResult =>
  validateForm(removeMessages(survey), answers, { ...clock, language: survey.defaultLanguage })

/** Removes an answer by its path, such as `members.0.age`. */
const withoutAnswer = (answers: Answers, path: string): Answers => {
  const [key = '', row, inner] = path.split('.')
  const rows = answers[key]
  if (row === undefined || inner === undefined || !Array.isArray(rows)) {
    const { [key]: _, ...rest } = answers
    return rest
  }
  const remainingRows = rows.map((one, index) => {
    if (index !== Number(row) || typeof one !== 'object') return one
    const { [inner]: _, ...rest } = one
    return rest
  })
  // Type cast: only rows of repeats have a path with a number.
  return { ...answers, [key]: remainingRows as Record<string, Answer>[] }
}

/** The engine clears answers that a filter excludes; the server refuses them. Random answers have none. */
export const withoutExcluded = (survey: SurveyDefinition, answers: Answers, clock: Clock): Answers => {
  const { issues } = validate(survey, answers, clock)
  const excluded = issues.find(({ key }) => key === 'validation.string.selected')
  return excluded ? withoutExcluded(survey, withoutAnswer(answers, excluded.path), clock) : answers
}

/** Returns the path of an item in a row. The log of events has a fixed place. */
export const rowPath = (placed: PlacedItem, row: number): string => {
  const { item, repeat } = placed
  if (item.kind === 'question' && item.metadata === 'audit') return '/data/meta/audit'
  if (repeat === undefined) return absolutePath(placed)
  return absolutePath(placed).replace(`/${repeat}/`, `/${repeat}[${String(row + 1)}]/`)
}

/** Writes an answer as Collect does. */
const phoneText = (question: Question, answer: Answer): string => {
  const text = toText(scalarOf(answer))
  return hasTime(question) ? `${text}:00.000+02:00` : text
}

const rowsOf = (answers: Answers, repeat: string): readonly Record<string, Answer>[] => {
  const rows = answers[repeat]
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object') : []
}

/** Returns the answers and the numbers of rows by their paths. An expression can give the number of rows. */
export const toPhone = (survey: SurveyDefinition, answers: Answers, clock: Clock): Given => {
  const placed = [...itemsOf(survey).values()]
  const { form } = validate(survey, answers, clock)
  const rows = placed.flatMap((one): [string, number][] =>
    one.item.kind === 'repeat' ? [[absolutePath(one), form.rowCount(one.item.key)]] : [],
  )
  const texts = placed.flatMap((one): [string, string][] => {
    const { item, repeat } = one
    if (item.kind !== 'question') return []
    const given = repeat === undefined ? [answers] : rowsOf(answers, repeat)
    return given.flatMap((from, row): [string, string][] => {
      const answer = from[item.key]
      // Type cast: a question has an answer, not rows.
      return answer === undefined ? [] : [[rowPath(one, row), phoneText(item, answer as Answer)]]
    })
  })
  return { rows: Object.fromEntries(rows), answers: Object.fromEntries(texts) }
}

const hasIssue = ({ issues }: ValidationResult, path: string, key: string): boolean =>
  issues.some((issue) => issue.path === path && issue.key === key)

/** The engine writes the words of XPath for results that are no number; the server and JavaRosa store no answer. */
const calculatedText = ({ result }: Question, text: string): string =>
  result === 'number' && /^(NaN|-?Infinity)$/.test(text) ? '' : text.trim()

const calculatedAnswer = (
  { values }: ValidationResult,
  { item, repeat }: PlacedItem,
  row: number,
): string => {
  if (repeat === undefined) return toText(scalarOf(answerIn(values, item.key)))
  const rows = values[repeat]
  const answers = Array.isArray(rows) ? rows[row] : undefined
  return typeof answers === 'object' ? toText(scalarOf(answers[item.key])) : ''
}
const answerIn = (values: ValidationResult['values'], key: string): Answer | undefined => {
  const answer = values[key]
  // Type cast: a question has an answer, not rows.
  return answer as Answer | undefined
}

/** Whether each evaluation has another result, such as `random()`. */
const isRandom = (survey: SurveyDefinition, key: string): boolean =>
  compileSurvey(survey).items.get(key)?.keepsResult ?? false

type Aspects = Record<string, readonly [ours: unknown, engine: unknown]>

const compareQuestion = (
  survey: SurveyDefinition,
  result: ValidationResult,
  placed: PlacedItem & { item: Question },
  row: number,
  node: NodeState,
): Aspects => {
  const { form } = result
  const { item, repeat } = placed
  const path = repeat === undefined ? item.key : `${repeat}.${String(row)}.${item.key}`
  const isListed = item.list !== undefined
  const label = item.labels[survey.defaultLanguage] ?? ''
  return {
    ...(hasAnswer(item) && {
      required: [form.isRequired(item.key, row), node.required],
      missing: [hasIssue(result, path, 'validation.mixed.required'), node.missing],
      violated: [hasIssue(result, path, 'entities.surveys.validation.constraint'), node.violated],
    }),
    ...(isListed && {
      choices: [
        form.choicesOf(item.key, row).map(({ value }) => value),
        node.choices?.map(({ value }) => value),
      ],
    }),
    ...(item.calculation !== undefined &&
      !isRandom(survey, item.key) && {
        value: [calculatedAnswer(result, placed, row), calculatedText(item, node.value)],
      }),
    ...(isAsked(item) && {
      readOnly: [form.isReadOnly(item.key, row) || item.type === 'note', node.readOnly],
    }),
    ...(isAsked(item) &&
      node.label !== undefined &&
      !referencesInText(label).some((key) => isRandom(survey, key)) && {
        // Our form marks a blank answer in a text; phones show nothing there.
        label: [form.fill(label, item.key, row).replaceAll(blankReference, ''), node.label],
      }),
  }
}

const isQuestion = (placed: PlacedItem): placed is PlacedItem & { item: Question } =>
  placed.item.kind === 'question'

/** Compares what is shown, required, calculated, filtered and violated. */
export const compareForm = (
  survey: SurveyDefinition,
  answers: Answers,
  reading: FormReading,
  clock: Clock,
): Difference[] => {
  const result = validate(survey, answers, clock)
  const { form } = result
  return [...itemsOf(survey).values()].flatMap((placed) => {
    const { item, repeat } = placed
    const times = repeat === undefined ? 1 : form.rowCount(repeat)
    return Array.from({ length: times }, (_, row) => row).flatMap((row) => {
      const path = rowPath(placed, row)
      const node = reading.nodes[path]
      // JavaRosa has rows, but no element for the repeat itself.
      if (!node) return item.kind === 'repeat' ? [] : [{ path, aspect: 'exists', ours: true, engine: false }]
      const isShown = form.isShown(item.key, row)
      const aspects: Aspects = {
        shown: [isShown, node.relevant],
        ...(isShown &&
          item.kind === 'repeat' && {
            rows: [form.rowCount(item.key), countRows(reading, path)],
          }),
        ...(isShown && isQuestion(placed) && compareQuestion(survey, result, placed, row, node)),
      }
      return Object.entries(aspects).flatMap(([aspect, [ours, engine]]) =>
        JSON.stringify(ours) === JSON.stringify(engine) ? [] : [{ path, aspect, ours, engine }],
      )
    })
  })
}

const countRows = ({ nodes }: FormReading, path: string): number =>
  Object.keys(nodes).filter((one) => one.startsWith(`${path}[`) && one.endsWith(']')).length
