import { AppError } from '@baseline/contract/errors.ts'

/** An element of an interview. Names have no prefix: the answers and the elements of `meta` occur with and without. */
export interface SubmissionElement {
  readonly name: string
  /** The text of the element itself, without that of its children. */
  readonly text: string
  readonly children: readonly SubmissionElement[]
}

/** An interview as a phone sends it, before its answers are mapped to the questions. */
export interface Submission {
  readonly formId: string
  /** The version of the form, if the root element names one. */
  readonly version: string | undefined
  readonly instanceId: string
  /** The instanceID that the interview had before it was edited on the phone. */
  readonly deprecatedId: string | undefined
  readonly instanceName: string | undefined
  readonly root: SubmissionElement
}

/** Refuses a file that is no interview. */
export class SubmissionError extends AppError {}
