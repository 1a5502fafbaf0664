import { expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

import type { Product } from './product.ts'
import { fetchDemoSurveyId } from './responses.ts'
import { createFlaggedResponse } from './sample-responses.ts'
import { fetchHeaders } from './users.ts'

interface RuleValues {
  severity: string | null
  parameters: Record<string, number>
}

/** Saves the draft of a rule by API call. A screen that is open still has the old version. */
export const saveRuleDraft = async (
  context: BrowserContext,
  product: Product,
  { surveyId, rule }: { surveyId: string; rule: string },
  data: RuleValues,
): Promise<void> => {
  const url = `${product.url}/api/surveys/${surveyId}/checks/${rule}`
  const headers = await fetchHeaders(context, product)
  const draft = await context.request.put(`${url}/draft`, { headers, data: { data } })
  expect(draft.ok(), await draft.text()).toBe(true)
}

/** Tries a draft on the survey of the demo, which does not change its flags. Returns the id of the survey. */
export const createTriedDraft = async (context: BrowserContext, product: Product): Promise<string> => {
  await createFlaggedResponse(context, product)
  const surveyId = await fetchDemoSurveyId(context, product)
  await saveRuleDraft(context, product, { surveyId, rule: 'V2' }, { severity: 'error', parameters: {} })
  const trial = await context.request.post(`${product.url}/api/surveys/${surveyId}/checks/V2/trial`, {
    headers: await fetchHeaders(context, product),
  })
  expect(trial.ok(), await trial.text()).toBe(true)
  return surveyId
}
