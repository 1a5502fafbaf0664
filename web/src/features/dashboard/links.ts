import type { Severity } from '@baseline/contract/checks/rules.ts'
import { can } from '@baseline/contract/permissions.ts'
import { doneStatuses, waitingStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { listPath } from '#platform/entities.ts'
import { useSignedInUser } from '#platform/session.ts'

import type { DashboardView } from './view.ts'

/** Filters of the response list that a figure can add to the filters of the page. */
export interface ResponseFilter {
  status?: readonly ResponseStatus[]
  surveyDateRange?: readonly string[]
  districtName?: readonly string[]
  villageType?: readonly string[]
  villageCategory?: readonly string[]
  investigatorName?: string
  supervisorName?: string
  flagSeverity?: readonly Severity[]
}

/** Returns the path of the list of the counted responses; undefined for users who may only see figures. */
export type LinkTo = (filter?: ResponseFilter) => string | undefined

const maxTextLength = 255

export const doneFilter: ResponseFilter = { status: doneStatuses }
export const waitingFilter: ResponseFilter = { status: waitingStatuses }
export const returnedFilter: ResponseFilter = { status: ['returned'] }

/**
 * Quotes a name, to match the whole name instead of a part. Returns undefined if it is too long for the
 * filter.
 */
export const quoteName = (name: string): string | undefined =>
  name.length <= maxTextLength - 2 ? `"${name}"` : undefined

type Scope = Pick<DashboardView, 'survey' | 'surveyDateRange'>

/** Returns the filters of the page as address parameters of the response list. */
export const addressOf = ({ survey, surveyDateRange }: Scope): Record<string, unknown> => ({
  ...(survey && { surveyId: [survey] }),
  ...(surveyDateRange && { surveyDateRange }),
})

/** Returns the path of the list with exactly the responses that a figure counts. */
export const responsesPath = (scope: Scope, filter: ResponseFilter = {}): string | undefined =>
  listPath('surveyResponse', { ...addressOf(scope), ...filter })

export const useLinks = (view: DashboardView): LinkTo => {
  const mayRead = can(useSignedInUser(), 'surveyResponsesRead')
  return (filter) => (mayRead ? responsesPath(view, filter) : undefined)
}
