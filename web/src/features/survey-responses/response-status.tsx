import { statusMarks } from '@baseline/contract/survey-responses/status-marks.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'
import { Mark } from '#platform/ui/mark.tsx'

export const statusText = (status: ResponseStatus): string => t(`entities.surveyResponses.statuses.${status}`)

/** A status of a response: its shape and its name. */
export const ResponseStatusMark = ({ status }: { status: ResponseStatus }) => (
  <Mark {...statusMarks[status]}>{statusText(status)}</Mark>
)
