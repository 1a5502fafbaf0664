import { inlineRules } from '@baseline/contract/checks/rules.ts'
import type { ActiveRules, Finding } from '@baseline/contract/checks/rules.ts'
import type { SubmissionProblem } from '@baseline/contract/intake/submission.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import type { Db } from '#platform/database/database.ts'

import { checkRecord } from './check-record.ts'
import { insertFlags, replaceFlags } from './flag-rows.ts'
import type { Findings } from './flag-rows.ts'
import { readRules } from './read-rules.ts'

/** Adds the version of its rule to each finding. */
export const withVersions = (rules: ActiveRules, findings: readonly Finding[]): Findings['findings'] =>
  findings.map((finding) => ({ ...finding, version: rules.get(finding.rule)?.version ?? 0 }))

export interface NewResponse {
  response: SurveyResponse
  problem?: SubmissionProblem | null
}

/** Adds the flags of the inline rules to new responses. */
export const flagNewResponses = async (
  tx: Db,
  created: readonly NewResponse[],
  timeZone: string,
): Promise<void> => {
  const { findSurvey } = await readRules(
    tx,
    created.map(({ response }) => response.surveyId),
    timeZone,
  )
  const checked: Findings[] = []
  for (const { response, problem = null } of created) {
    const survey = await findSurvey(response.surveyId, response.surveyVersion)
    if (!survey) continue
    const findings = checkRecord({ ...response, problem }, survey)
    if (findings.length > 0)
      checked.push({
        responseId: response.id,
        surveyId: response.surveyId,
        investigator: response.investigatorName,
        findings: withVersions(survey.rules, findings),
      })
  }
  await insertFlags(tx, checked)
}

/** Applies the inline rules to an edited response. */
export const flagEditedResponse = async (
  tx: Db,
  { response, problem = null }: NewResponse,
  timeZone: string,
): Promise<void> => {
  const { findSurvey } = await readRules(tx, [response.surveyId], timeZone)
  const survey = await findSurvey(response.surveyId, response.surveyVersion)
  if (!survey) return
  await replaceFlags(tx, [
    {
      responseId: response.id,
      surveyId: response.surveyId,
      investigator: response.investigatorName,
      findings: withVersions(survey.rules, checkRecord({ ...response, problem }, survey)),
      evaluated: inlineRules,
      isActive: (rule) => survey.rules.has(rule),
    },
  ])
}
