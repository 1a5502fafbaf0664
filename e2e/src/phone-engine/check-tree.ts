import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import type { Page } from '@playwright/test'

import { languageNames } from '../../../api/src/features/surveys/xform/languages.ts'
import { writeXForm } from '../../../api/src/features/surveys/xform/write-xform.ts'
import type { Difference } from './compare-form.ts'
import { compareTree } from './compare-tree.ts'
import { fillForm } from './in-page.ts'

/** Reads the XForm of a questionnaire in each language, and compares it with the questionnaire, or with another one. */
export const checkTree = async (
  page: Page,
  survey: SurveyDefinition,
  expected = survey,
): Promise<Difference[]> => {
  const xform = writeXForm(survey, { version: 1 })
  const names = languageNames(survey.languages)
  const differences: Difference[] = []
  for (const [tag, language] of names) {
    const reading = await page.evaluate(fillForm, { xform, rows: {}, answers: {}, language, keepsRows: true })
    const languages = [...names.values()]
    if (JSON.stringify(languages) !== JSON.stringify(reading.languages))
      differences.push({ path: '/data', aspect: 'languages', ours: languages, engine: reading.languages })
    differences.push(...compareTree(expected, tag, reading))
  }
  return differences
}
