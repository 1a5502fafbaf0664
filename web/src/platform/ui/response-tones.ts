import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import type { Tone } from './status.tsx'

/** One colour for one status, wherever responses are shown or counted. */
export const responseTones: Readonly<Record<ResponseStatus, Tone>> = {
  inProgress: 'off',
  submitted: 'new',
  onHold: 'waiting',
  returned: 'waiting',
  resubmitted: 'new',
  verified: 'checked',
  approved: 'good',
  rejected: 'bad',
}
