import type { FieldIssue } from '../validation.ts'
import type { Answers } from './answers.ts'
import type { Clock } from './evaluate-survey.ts'
import type { Choice } from './master.ts'

export interface ValidationOptions extends Clock {
  /** Language of the reader, for messages of the questionnaire. */
  language: string
  /** The response is not finished: required answers may be missing. */
  partial?: boolean
  /**
   * The answers come from a file: hidden answers are refused instead of dropped, and issues name the key.
   */
  imported?: boolean
  /** The file has one cell per answer: issues are shown in their cells, so they need not name the key. */
  byCell?: boolean
}

/**
 * State of the form, given the answers. A key names a question, a group or a repeat. Inside a repeat, the
 * state is per row.
 */
export interface FormState {
  isShown: (key: string, row?: number) => boolean
  isRequired: (key: string, row?: number) => boolean
  /** Whether no user can change the answer: it is calculated, or the author says so. */
  isReadOnly: (key: string, row?: number) => boolean
  /** The choices of a question that its filter selects. */
  choicesOf: (key: string, row?: number) => readonly Choice[]
  /** The questions that the filter refers to and that have no answer yet. */
  blankReferences: (key: string, row?: number) => readonly string[]
  rowCount: (repeat: string) => number
  /** Replaces references to answers in a text. The result is plain text. */
  fill: (text: string, key: string, row?: number) => string
}

export interface ValidationResult {
  values: Answers
  issues: FieldIssue[]
  /** Submitted results of calculations that differ; the result of the server replaces each. */
  warnings: FieldIssue[]
  form: FormState
}
