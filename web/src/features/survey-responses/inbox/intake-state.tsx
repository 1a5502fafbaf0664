import type { IntakeItem } from '@baseline/contract/intake/contract.ts'

import { t } from '#platform/i18n.ts'
import { Status } from '#platform/ui/status.tsx'

/** Only an unreadable interview is an error; the others wait for a choice. */
export const IntakeStateMark = ({ state }: Pick<IntakeItem, 'state'>) => (
  <Status tone={state === 'unreadable' ? 'bad' : 'off'}>{t(`entities.intake.states.${state}`)}</Status>
)
