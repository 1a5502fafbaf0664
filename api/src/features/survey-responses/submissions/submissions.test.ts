import type { Answers } from '@baseline/contract/surveys/answers.ts'
import { metadataKinds, questionTypes } from '@baseline/contract/surveys/master.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { questionnaireVersionOf } from '@baseline/contract/surveys/phone-forms.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { expect, test } from 'vitest'

import { createChance } from '../../../../../scripts/seed/chance.ts'
import { mapAnswers } from './map-answers.ts'
import { readSubmission } from './read-submission.ts'
import { options } from './testing/examples.ts'
import { randomInterviewAnswers, randomQuestionnaire } from './testing/random-interview.ts'
import { withFiles } from './testing/with-files.ts'
import { writeSubmission } from './testing/write-submission.ts'

/** Returns the types of the questions that have an answer, one entry per answer. */
const answeredTypes = (definition: SurveyDefinition, values: Answers): string[] => {
  const rows = Object.values(values).flatMap((answer) =>
    Array.isArray(answer) ? answer.filter((row) => typeof row === 'object') : [],
  )
  return [values, ...rows].flatMap(Object.keys).flatMap((key) => {
    const item = itemsOf(definition).get(key)?.item
    return item?.kind === 'question' ? [item.metadata ?? item.type] : []
  })
}

test('400 random interviews are stored with the answers that the phone has', () => {
  const answerCounts = new Map<string, number>()
  for (let seed = 1; seed <= 400; seed += 1) {
    const chance = createChance(seed)
    const definition = randomQuestionnaire(chance)
    const { values } = validateAnswers(definition, randomInterviewAnswers(definition, chance), options)
    const ids = { version: seed, instanceId: `uuid:${String(seed)}` }
    const xml = writeSubmission({ definition, values, ...ids }, options)
    const submission = readSubmission(new TextEncoder().encode(xml))
    expect(submission).toMatchObject({ formId: 'random', instanceId: ids.instanceId })
    expect(questionnaireVersionOf(submission.version ?? '')).toBe(seed)

    const mapped = mapAnswers(definition, submission)
    const answers = withFiles(definition, mapped)
    expect({ seed, unmapped: mapped.unmapped, answers }).toEqual({ seed, unmapped: [], answers: values })
    const stored = validateAnswers(definition, answers, options)
    expect({ seed, values: stored.values, warnings: stored.warnings }).toEqual({ seed, values, warnings: [] })
    for (const type of answeredTypes(definition, values))
      answerCounts.set(type, (answerCounts.get(type) ?? 0) + 1)
  }
  process.stdout.write(`answers by type: ${JSON.stringify(Object.fromEntries(answerCounts))}\n`)
  const kinds = new Set<string>([...questionTypes, ...metadataKinds])
  expect([...kinds].filter((kind) => (answerCounts.get(kind) ?? 0) < 50)).toEqual(['metadata', 'note'])
}, 120_000)
