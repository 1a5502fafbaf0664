import type { Clock } from '@baseline/contract/surveys/evaluate-survey.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { FormReading, GivenAnswers } from './in-page.ts'

/** Answers by path, and the numbers of rows by the path of the repeat. */
export interface Given {
  rows: Readonly<Record<string, number>>
  answers: GivenAnswers
}

/** An engine of ODK that fills a form. */
export interface PhoneEngine {
  /** The current date and time of the engine. */
  clock: Required<Clock>
  /** Whether the engine evaluates some expressions differently from JavaRosa. */
  hasQuirks: boolean
  /** Fills an XForm of the questionnaire, and returns what the engine shows. */
  read: (xform: string, survey: SurveyDefinition, given: Given) => Promise<FormReading>
  close: () => Promise<void>
}
