import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'
import { ResponseMark } from '#platform/ui/response-mark.tsx'

export const statusText = (status: ResponseStatus): string => t(`entities.surveyResponses.statuses.${status}`)

export const ResponseStatusMark = ResponseMark
