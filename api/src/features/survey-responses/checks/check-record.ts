import { checkInline } from '@baseline/contract/checks/inline.ts'
import type { Finding } from '@baseline/contract/checks/rules.ts'
import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { wallClock } from '@baseline/contract/wall-clock.ts'

import type { SurveyToCheck } from './read-rules.ts'

/** A response to check, with what its phone reported. */
export type RecordToCheck = Pick<
  SurveyResponse,
  'status' | 'startTime' | 'endTime' | 'createdAt' | 'location' | 'values'
> & { problem?: SubmissionProblem | null }

/** Returns the clock of the interview, which expressions such as today() had. */
const clockOf = ({ startTime, endTime, createdAt }: RecordToCheck, timeZone: string) => {
  const now = wallClock(timeZone)(endTime ?? startTime ?? createdAt)
    .toISOString()
    .slice(0, 16)
  return { today: now.slice(0, 10), now }
}

/**
 * Returns the paths of stored answers that break a rule of the questionnaire. Only interviews of phones can have some:
 * other answers are refused. Validates the stored answers, so that a later correction counts.
 */
const findProblems = (record: RecordToCheck, { survey }: SurveyToCheck): string[] => {
  if (!record.problem?.issues?.length) return []
  const clock = clockOf(record, survey.timeZone)
  const { issues } = validateAnswers(survey.definition, record.values, { language: 'en', ...clock })
  return issues.map(({ path }) => path)
}

/** Applies the rules that need nothing but the response and its survey. An interview in progress is not checked. */
export const checkRecord = (record: RecordToCheck, context: SurveyToCheck): Finding[] =>
  record.status === 'inProgress'
    ? []
    : checkInline(
        {
          ...record,
          problems: findProblems(record, context),
          isLate: record.problem?.isLate === true,
        },
        context.survey,
        context.rules,
      )
