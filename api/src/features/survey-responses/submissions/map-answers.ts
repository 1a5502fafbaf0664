import type { AnswerRow, Answers } from '@baseline/contract/surveys/answers.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf, rowCountName } from '@baseline/contract/surveys/survey-items.ts'
import type { PlacedItem } from '@baseline/contract/surveys/survey-items.ts'

import { limits } from '#platform/limits.ts'

import { convertAnswer, toInstant } from './convert-answer.ts'
import { isFileName } from './file-name.ts'
import type { Submission, SubmissionElement } from './submission.ts'

const { answerCharacters, unmapped: unmappedLimits } = limits.submissions

/** A file that an answer refers to by its name. */
interface MappedFile {
  readonly question: string
  /** Index of the row, if the question is in a repeat. */
  readonly row?: number
  readonly name: string
  /** `audit` is the log of events in the form. */
  readonly kind: 'photo' | 'audio' | 'video' | 'file' | 'audit'
}

/** An element that no question has, or a text that is no answer to its question. */
interface UnmappedElement {
  /** `/data/group/name`; rows of repeats have a number: `/data/members[2]/age`. */
  readonly path: string
  readonly text: string
}

export interface MappedAnswers {
  /** Input of validateAnswers(), without files. */
  readonly values: Answers
  readonly files: readonly MappedFile[]
  readonly unmapped: readonly UnmappedElement[]
  /** Times of the interview with the UTC offset of the phone, if the form records them. */
  readonly startTime: string | undefined
  readonly endTime: string | undefined
}

/** Elements of `meta` that readSubmission() reads. */
const metaNames: ReadonlySet<string> = new Set(['instanceID', 'deprecatedID', 'instanceName'])

const rowCounts = new WeakMap<SurveyDefinition, ReadonlySet<string>>()

/** Returns the names of the elements with the number of rows of a repeat. The server computes these numbers. */
const rowCountNames = (definition: SurveyDefinition): ReadonlySet<string> => {
  const items = itemsOf(definition)
  const names =
    rowCounts.get(definition) ??
    new Set(
      [...items.values()].flatMap(({ item }) =>
        item.kind === 'repeat' && item.count !== undefined ? [rowCountName(item.key, items)] : [],
      ),
    )
  rowCounts.set(definition, names)
  return names
}

const fileKindOf = ({ type, metadata }: Question): MappedFile['kind'] | undefined => {
  switch (type) {
    case 'photo':
    case 'audio':
    case 'video':
    case 'file':
      return type
    default:
      return metadata === 'audit' ? metadata : undefined
  }
}

/** The part of an interview that is read: outside of repeats, or a row of one. */
interface Place {
  readonly path: string
  readonly repeat: string | undefined
  readonly row: number
  readonly answers: AnswerRow
  /** Keys with an answer or a file. */
  readonly answered: Set<string>
}

/** Collects the answers of an interview. */
class Mapping {
  readonly files: MappedFile[] = []
  readonly unmapped: UnmappedElement[] = []
  readonly times: { start?: string | undefined; end?: string | undefined } = {}
  readonly #items: ReadonlyMap<string, PlacedItem>
  readonly #rowCountNames: ReadonlySet<string>
  readonly #answers: AnswerRow = {}
  readonly #rows = new Map<string, AnswerRow[]>()

  constructor(definition: SurveyDefinition, { root }: Submission) {
    this.#items = itemsOf(definition)
    this.#rowCountNames = rowCountNames(definition)
    const path = `/${root.name}`
    const place = { path, repeat: undefined, row: 0, answers: this.#answers, answered: new Set<string>() }
    this.#report(path, root.text)
    for (const element of root.children)
      if (element.name === 'meta' && element.children.length > 0) this.#addMeta(element, place)
      else this.#add(element, place)
  }

  get values(): Answers {
    return { ...this.#answers, ...Object.fromEntries(this.#rows) }
  }

  #addMeta({ name, text, children }: SubmissionElement, place: Place): void {
    const path = `${place.path}/${name}`
    this.#report(path, text)
    for (const element of children)
      if (element.name === 'audit') this.#addAudit(element, { ...place, path })
      else if (!metaNames.has(element.name)) this.#add(element, { ...place, path })
  }

  /** The log of events has a fixed place in the form, but its question can have any key. */
  #addAudit(element: SubmissionElement, place: Place): void {
    const question = [...this.#items.values()].find(
      ({ item }) => item.kind === 'question' && item.metadata === 'audit',
    )
    this.#add(question ? { ...element, name: question.item.key } : element, place)
  }

  /** Finds the question by its key alone: keys are unique, and groups are no part of the answers. */
  #add(element: SubmissionElement, place: Place): void {
    const { name, text, children } = element
    const placed = this.#items.get(name)
    const item = placed?.item
    if (item?.kind === 'repeat') {
      if (place.repeat === undefined) this.#addRow(element, place)
      else this.#reportAll(element, place.path)
      return
    }
    const isAnswer = item?.kind === 'question' && children.length === 0 && placed?.repeat === place.repeat
    if (isAnswer && this.#addAnswer(item, text.trim(), place)) return
    const path = `${place.path}/${name}`
    if (!this.#rowCountNames.has(name)) this.#report(path, text)
    for (const child of children) this.#add(child, { ...place, path })
  }

  #addRow({ name, text, children }: SubmissionElement, place: Place): void {
    const rows = this.#rows.get(name) ?? []
    this.#rows.set(name, rows)
    const answers: AnswerRow = {}
    rows.push(answers)
    const path = `${place.path}/${name}[${String(rows.length)}]`
    this.#report(path, text)
    const row = { path, repeat: name, row: rows.length - 1, answers, answered: new Set<string>() }
    for (const child of children) this.#add(child, row)
  }

  /** Returns whether the text is an answer, or a blank. */
  #addAnswer(question: Question, text: string, { repeat, row, answers, answered }: Place): boolean {
    const { key, type } = question
    if (text === '' || type === 'note') return true
    if (text.length > answerCharacters || answered.has(key)) return false
    const kind = fileKindOf(question)
    if (kind !== undefined && !isFileName(text)) return false
    const answer = kind === undefined ? convertAnswer(question, text) : undefined
    if (kind !== undefined)
      this.files.push({ question: key, ...(repeat !== undefined && { row }), name: text, kind })
    else if (answer === undefined) return false
    else answers[key] = answer
    answered.add(key)
    this.#addTime(question, text)
    return true
  }

  #addTime({ metadata }: Question, text: string): void {
    if (metadata === 'start' || metadata === 'end') this.times[metadata] ??= toInstant(text)
  }

  #reportAll({ name, text, children }: SubmissionElement, parentPath: string): void {
    const path = `${parentPath}/${name}`
    this.#report(path, text)
    for (const child of children) this.#reportAll(child, path)
  }

  #report(path: string, text: string): void {
    const trimmed = text.trim()
    if (trimmed !== '' && this.unmapped.length < unmappedLimits.elements)
      this.unmapped.push({ path, text: trimmed.slice(0, unmappedLimits.characters).toWellFormed() })
  }
}

/**
 * Maps the elements of an interview to the questions of its questionnaire. Never throws: a text that cannot be mapped is
 * listed in `unmapped`, because a finished interview is not refused for its answers.
 */
export const mapAnswers = (definition: SurveyDefinition, submission: Submission): MappedAnswers => {
  const { values, files, unmapped, times } = new Mapping(definition, submission)
  return { values, files, unmapped, startTime: times.start, endTime: times.end }
}
