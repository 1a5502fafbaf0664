import { can } from '@baseline/contract/permissions.ts'
import type { Flag } from '@baseline/contract/survey-responses/flags.ts'
import { Button } from 'antd'

import { t } from '#platform/i18n.ts'
import { useSignedInUser } from '#platform/session.ts'
import { formatInstant, formatNumber } from '#platform/time.ts'
import { useTimeZone } from '#platform/ui/time-zone.tsx'

import { FlagTitle } from './flag-item.tsx'
import type { FlaggedSurvey } from './flag-item.tsx'
import { FlagSentence } from './flag-sentence.tsx'
import { keyOfFlag } from './use-flags.ts'

/** Who decided about a flag, when and why; for others only their state. */
const Outcome = ({ flag: { state, decidedBy, decidedAt, reason, comment } }: { flag: Flag }) => {
  const timeZone = useTimeZone()
  const stateText = t(`checks.states.${state}`)
  return (
    <p className="flag-next">
      {decidedBy !== null && decidedAt !== null
        ? t('checks.flags.decided', {
            state: stateText,
            who: decidedBy,
            when: formatInstant(decidedAt, timeZone),
          })
        : stateText}
      {reason !== null && ` · ${t(`checks.reasons.${reason}`)}`}
      {comment !== null && <span className="flag-comment">{comment}</span>}
    </p>
  )
}

interface EarlierFlagsProps {
  flags: readonly Flag[]
  survey: FlaggedSurvey
  onReopen: (flag: Flag) => void
}

/** Flags that are decided or no longer apply, collapsed. */
export const EarlierFlags = ({ flags, survey, onReopen }: EarlierFlagsProps) => {
  const mayDecide = can(useSignedInUser(), 'flagsDecide')
  if (flags.length === 0) return null
  return (
    <details className="flags-earlier">
      <summary>
        {flags.length === 1
          ? t('checks.flags.earlier.one')
          : t('checks.flags.earlier.many', { count: formatNumber(flags.length) })}
      </summary>
      <ul>
        {flags.map((flag) => (
          <li key={keyOfFlag(flag)}>
            <FlagTitle flag={flag} survey={survey} />
            <p className="flag-sentence">
              <FlagSentence flag={flag} />
            </p>
            <Outcome flag={flag} />
            {mayDecide && (flag.state === 'confirmed' || flag.state === 'waived') && (
              <Button size="small" onClick={() => onReopen(flag)}>
                {t('checks.flags.reopen')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
