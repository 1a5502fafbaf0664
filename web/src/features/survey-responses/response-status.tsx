import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'
import { responseTones } from '#platform/ui/response-tones.ts'
import { Status } from '#platform/ui/status.tsx'

export const statusText = (status: ResponseStatus): string => t(`entities.surveyResponses.statuses.${status}`)

export const ResponseStatusMark = ({ status }: { status: ResponseStatus }) => (
  <Status tone={responseTones[status]}>{statusText(status)}</Status>
)
