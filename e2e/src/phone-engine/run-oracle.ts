import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import type { Page } from '@playwright/test'

import { findPhoneProblems, writeXForm } from '../../../api/src/features/surveys/xform/write-xform.ts'
import { createChance } from '../../../scripts/seed/chance.ts'
import { compareForm, toPhone, withoutExcluded } from './compare-form.ts'
import type { Difference } from './compare-form.ts'
import { fillForm } from './in-page.ts'
import { randomAnswers } from './random-answers.ts'
import type { RandomAnswers } from './random-answers.ts'
import { randomDefinition } from './random-definition.ts'

export interface OracleCase {
  seed: number
  survey: SurveyDefinition
  answers: RandomAnswers
  differences: Difference[]
}

/** Fills a random questionnaire with random answers, and compares our evaluation with the engine's. */
export const runCase = async (page: Page, seed: number): Promise<OracleCase> => {
  const chance = createChance(seed)
  const survey = randomDefinition(chance)
  const answers = withoutExcluded(survey, randomAnswers(survey, chance))
  const reading = await page.evaluate(fillForm, {
    xform: writeXForm(survey, { version: 1 }),
    ...toPhone(survey, answers),
  })
  return { seed, survey, answers, differences: compareForm(survey, answers, reading) }
}

export const hasPhoneProblems = (survey: SurveyDefinition): boolean => findPhoneProblems(survey).length > 0
