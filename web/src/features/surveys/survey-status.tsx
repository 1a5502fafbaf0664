import type { SurveyStatus } from '@baseline/contract/surveys/master.ts'

import { t } from '#platform/i18n.ts'
import { Mark } from '#platform/ui/mark.tsx'

/** A ring, a filled circle and a square: recognizable without colour. */
const marks = {
  draft: {
    tone: 'grey',
    shape: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13zM8 3.5a4.5 4.5 0 1 1 0 9a4.5 4.5 0 1 1 0-9z',
  },
  open: { tone: 'green', shape: 'M8 1.5a6.5 6.5 0 1 1 0 13a6.5 6.5 0 1 1 0-13z' },
  closed: { tone: 'grey', shape: 'M2 2h12v12h-12z' },
} as const satisfies Record<SurveyStatus, { tone: string; shape: string }>

export const SurveyStatusMark = ({ status }: { status: SurveyStatus }) => (
  <Mark {...marks[status]}>{t(`entities.surveys.statuses.${status}`)}</Mark>
)
