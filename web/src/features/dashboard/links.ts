import { can } from '@baseline/contract/permissions.ts'
import { doneStatuses, waitingStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { listPath } from '#platform/records.ts'
import { useSignedInUser } from '#platform/session.ts'

import type { DashboardView } from './view.ts'

/** The filters of the list of responses that a figure may add to those of the page. */
export interface ResponseFilter {
  status?: readonly ResponseStatus[]
  surveyDateRange?: readonly string[]
  districtName?: readonly string[]
  villageType?: readonly string[]
  villageCategory?: readonly string[]
  investigatorName?: string
  supervisorName?: string
}

/** Where the responses behind a figure are listed; nothing for those who may only see figures. */
export type LinkTo = (filter?: ResponseFilter) => string | undefined

const longestText = 255

export const done: ResponseFilter = { status: doneStatuses }
export const waiting: ResponseFilter = { status: waitingStatuses }
export const returned: ResponseFilter = { status: ['returned'] }

/** The very name, and not all that contain it; a filter takes no longer one. */
export const wholeName = (name: string): string | undefined =>
  name.length <= longestText - 2 ? `"${name}"` : undefined

type Scope = Pick<DashboardView, 'survey' | 'surveyDateRange'>

/** The filters of the page, as the list of responses has them in its address. */
export const addressOf = ({ survey, surveyDateRange }: Scope): Record<string, unknown> => ({
  ...(survey && { surveyId: [survey] }),
  ...(surveyDateRange && { surveyDateRange }),
})

/** The list that has exactly the responses a figure has counted. */
export const responsesPath = (scope: Scope, filter: ResponseFilter = {}): string | undefined =>
  listPath('surveyResponse', { ...addressOf(scope), ...filter })

export const useLinks = (view: DashboardView): LinkTo => {
  const mayRead = can(useSignedInUser(), 'surveyResponsesRead')
  return (filter) => (mayRead ? responsesPath(view, filter) : undefined)
}
