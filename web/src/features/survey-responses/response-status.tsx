import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'
import { Status } from '#platform/ui/status.tsx'
import type { Tone } from '#platform/ui/status.tsx'

const tones: Readonly<Record<ResponseStatus, Tone>> = {
  inProgress: 'off',
  submitted: 'new',
  onHold: 'waiting',
  returned: 'waiting',
  resubmitted: 'new',
  verified: 'checked',
  approved: 'good',
  rejected: 'bad',
}

export const statusText = (status: ResponseStatus): string => t(`entities.surveyResponses.statuses.${status}`)

export const ResponseStatusMark = ({ status }: { status: ResponseStatus }) => (
  <Status tone={tones[status]}>{statusText(status)}</Status>
)
