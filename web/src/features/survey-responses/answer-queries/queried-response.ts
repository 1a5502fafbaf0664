import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

/** A response with the questionnaire of its answers. */
export interface QueriedResponse {
  record: SurveyResponse
  survey: SurveyDefinition
}
