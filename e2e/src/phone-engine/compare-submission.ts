import { isDeepStrictEqual } from 'node:util'

import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'

import { mapAnswers } from '../../../api/src/features/survey-responses/submissions/map-answers.ts'
import { readSubmission } from '../../../api/src/features/survey-responses/submissions/read-submission.ts'
import {
  randomInterviewAnswers,
  randomQuestionnaire,
} from '../../../api/src/features/survey-responses/submissions/testing/random-interview.ts'
import { withFiles } from '../../../api/src/features/survey-responses/submissions/testing/with-files.ts'
import { writeXForm } from '../../../api/src/features/surveys/xform/write-xform.ts'
import { createChance } from '../../../scripts/seed/chance.ts'
import { toPhone, withoutExcluded } from './compare-form.ts'
import type { Difference } from './compare-form.ts'
import type { PhoneEngine } from './engine.ts'

/** Stores a random interview as JavaRosa writes it, and compares the stored answers with the originals. */
export const compareSubmission = async (
  { clock, read }: PhoneEngine,
  seed: number,
): Promise<Difference[]> => {
  const chance = createChance(seed)
  const definition = randomQuestionnaire(chance)
  const options = { ...clock, language: definition.defaultLanguage }
  const answers = withoutExcluded(definition, randomInterviewAnswers(definition, chance), clock)
  const { values } = validateAnswers(definition, answers, options)
  const xform = writeXForm(definition, { version: 1 })
  const { submission = '' } = await read(xform, definition, toPhone(definition, values, clock))
  const mapped = mapAnswers(definition, readSubmission(new TextEncoder().encode(submission)))
  const stored = validateAnswers(definition, withFiles(definition, mapped), options)
  const keys = new Set([...Object.keys(values), ...Object.keys(stored.values)])
  return [
    ...[...keys].flatMap((key) => {
      const [ours, engine] = [values[key], stored.values[key]]
      return isDeepStrictEqual(ours, engine) ? [] : [{ path: key, aspect: 'answer', ours, engine }]
    }),
    ...mapped.unmapped.map(({ path, text }) => ({ path, aspect: 'unmapped', ours: undefined, engine: text })),
    ...stored.warnings.map(({ path, params }) => ({
      path,
      aspect: 'calculation',
      ours: params['result'],
      engine: params['given'],
    })),
  ]
}
