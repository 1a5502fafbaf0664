import type { Answer } from '@baseline/contract/surveys/answers.ts'
import { defaultAnswers } from '@baseline/contract/surveys/default-answers.ts'
import type { Choice, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import { validateForm } from '@baseline/contract/surveys/validate-answers.ts'
import type { ValidationResult } from '@baseline/contract/surveys/validation-result.ts'
import type { FieldIssue } from '@baseline/contract/validation.ts'

import { chosenLanguage, textOf } from '#platform/i18n.ts'
import { now, today } from '#platform/time.ts'

import { answerOf, rowsOf } from './stored-answer.ts'

/** Returns the path of an answer: `age`, or `members.0.age`. */
export const pathOf = (key: string, repeat?: { key: string; row: number }): string =>
  repeat ? `${repeat.key}.${String(repeat.row)}.${key}` : key

type Row = Readonly<Record<string, unknown>>
export type Draft = Readonly<Record<string, unknown>>

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null

const rowsIn = (draft: Draft, repeat: string): readonly Row[] => {
  const rows = draft[repeat]
  return Array.isArray(rows) ? rows.filter(isRow) : []
}

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

const withValue = (values: Row, key: string, value: unknown): Row => {
  const { [key]: _before, ...others } = values
  return isBlank(value) ? others : { ...others, [key]: value }
}

const messageText = ({ key, params }: FieldIssue): string => textOf(key, params) ?? key

const clockOf = ({ timeZone }: SurveyDefinition) => ({ today: today(0, timeZone), now: now(timeZone) })

/** Returns the answers that a new response begins with. */
export const newDraft = (survey: SurveyDefinition): Draft => defaultAnswers(survey, clockOf(survey))

const isSameList = (one: readonly unknown[] | undefined, other: readonly unknown[]): boolean =>
  one === other || (one?.length === other.length && one.every((member, index) => member === other[index]))

/**
 * Holds the answers while they are edited. The state is outside React: a keystroke renders only the changed
 * question, and questions whose relevance or message changes, at any length of the questionnaire.
 */
export const createAnswersStore = (survey: SurveyDefinition, initialDraft: Draft) => {
  let draft: Draft = initialDraft
  let partial = false
  /** False until the first attempt to save: no problems are shown before. */
  let showsProblems = false
  let shownMessages: ReadonlyMap<string, string> = new Map()
  const rowIds = new Map<string, readonly number[]>()
  const listeners = new Set<() => void>()
  let nextId = 0
  let page: string | undefined
  const countedRepeats = [...itemsOf(survey).values()].flatMap(({ item }) =>
    item.kind === 'repeat' && item.count !== undefined ? [item.key] : [],
  )

  const validate = (): ValidationResult =>
    validateForm(survey, draft, { language: chosenLanguage(), ...clockOf(survey), partial })

  const newRow = (repeat: string): Row => defaultAnswers(survey, clockOf(survey), { values: draft, repeat })

  /** Adds the missing rows of counted repeats. Keeps further rows: a wrong number must not remove answers. */
  const validateRows = (): ValidationResult => {
    const result = validate()
    const isComplete = (repeat: string): boolean =>
      rowsIn(draft, repeat).length >= result.form.rowCount(repeat)
    if (countedRepeats.every(isComplete)) return result
    for (const repeat of countedRepeats)
      while (!isComplete(repeat)) draft = { ...draft, [repeat]: [...rowsIn(draft, repeat), newRow(repeat)] }
    return validate()
  }
  let validation = validateRows()

  /** Filtered choices by question. Equal lists stay identical, so that the question does not render again. */
  const choiceLists = new Map<string, readonly Choice[]>()

  /** Returns the first message per path. */
  const collectMessages = (): Map<string, string> => {
    const messages = new Map<string, string>()
    for (const issue of validation.issues)
      if (!messages.has(issue.path)) messages.set(issue.path, messageText(issue))
    return messages
  }

  const notify = (): void => {
    for (const listener of listeners) listener()
  }

  const update = (next: Draft): void => {
    draft = next
    validation = validateRows()
    if (showsProblems) shownMessages = collectMessages()
    notify()
  }

  const idsOf = (repeat: string): readonly number[] => {
    const count = countedRepeats.includes(repeat)
      ? validation.form.rowCount(repeat)
      : rowsIn(draft, repeat).length
    const knownIds = rowIds.get(repeat)
    if (knownIds?.length === count) return knownIds
    const ids = Array.from({ length: count }, (_, index) => knownIds?.[index] ?? (nextId += 1))
    rowIds.set(repeat, ids)
    return ids
  }

  return {
    survey,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    draft: () => draft,
    /** Answers to store, without hidden, blank and invalid ones. */
    values: () => validation.values,
    answerAt: (path: string): unknown => {
      const [key = '', row, inner] = path.split('.')
      return inner === undefined ? draft[key] : rowsIn(draft, key)[Number(row)]?.[inner]
    },
    /** Answer to store; also the result of a calculation. */
    resultAt: (path: string): Answer | undefined => {
      const [key = '', row, inner] = path.split('.')
      if (inner === undefined) return answerOf(validation.values[key])
      return rowsOf(validation.values[key])[Number(row)]?.[inner]
    },
    isShown: (key: string, row?: number): boolean => validation.form.isShown(key, row),
    isRequired: (key: string, row?: number): boolean => validation.form.isRequired(key, row),
    isReadOnly: (key: string, row?: number): boolean => validation.form.isReadOnly(key, row),
    /** Replaces references to answers in a text of an item. */
    fill: (text: string, key: string, row?: number): string => validation.form.fill(text, key, row),
    choicesOf: (key: string, row?: number): readonly Choice[] => {
      const path = `${key} ${String(row)}`
      const choices = validation.form.choicesOf(key, row)
      const known = choiceLists.get(path)
      if (known && isSameList(known, choices)) return known
      choiceLists.set(path, choices)
      return choices
    },
    /** Returns the first question that a filter needs an answer to. */
    firstBlankReference: (key: string, row?: number): string | undefined =>
      validation.form.blankReferences(key, row)[0],
    /** Counts the fields of these questions and repeats that have a message. */
    countProblems: (keys: ReadonlySet<string>): number =>
      [...shownMessages.keys()].filter((path) => keys.has(path.split('.')[0] ?? '')).length,
    problemAt: (path: string): string | undefined => shownMessages.get(path),
    /** Row ids are stable while other rows are added or removed. */
    rowIds: idsOf,
    set: (path: string, value: unknown): void => {
      const [key = '', row, inner] = path.split('.')
      if (inner === undefined) update(withValue(draft, key, value))
      else
        update({
          ...draft,
          [key]: rowsIn(draft, key).map((values, index) =>
            index === Number(row) ? withValue(values, inner, value) : values,
          ),
        })
    },
    addRow: (repeat: string): void => {
      rowIds.set(repeat, [...idsOf(repeat), (nextId += 1)])
      update({ ...draft, [repeat]: [...rowsIn(draft, repeat), newRow(repeat)] })
    },
    removeRow: (repeat: string, index: number): void => {
      rowIds.set(repeat, idsOf(repeat).toSpliced(index, 1))
      update(withValue(draft, repeat, rowsIn(draft, repeat).toSpliced(index, 1)))
    },
    /** Replaces all answers, for example with the version of another user. */
    replace: (values: Draft): void => update(values),
    /**
     * Shows all problems from now on. Returns the path of the first one, in the order of the questionnaire.
     */
    check: (options: { partial: boolean }): string | undefined => {
      showsProblems = true
      partial = options.partial
      update(draft)
      return validation.issues[0]?.path
    },
    /** Shows messages of the server until the answers change. */
    place: (problems: ReadonlyMap<string, string>): void => {
      showsProblems = true
      shownMessages = problems
      notify()
    },
    /** Key of the page that the form shows; undefined for the first one. */
    page: () => page,
    openPage: (key: string | undefined): void => {
      page = key
      notify()
    },
    /** Returns the first of these questions and repeats that has a message, in the order of the questionnaire. */
    firstProblem: (keys: ReadonlySet<string>): string | undefined =>
      [...shownMessages.keys()].find((path) => keys.has(path.split('.')[0] ?? '')),
  }
}

export type AnswersStore = ReturnType<typeof createAnswersStore>
