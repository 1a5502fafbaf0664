import { severities } from '@baseline/contract/checks/rules.ts'
import { severityMarks } from '@baseline/contract/checks/severity-marks.ts'
import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'
import { Mark } from '#platform/ui/mark.tsx'

import { Figure } from './figure.tsx'
import type { LinkTo } from './links.ts'

import './open-flags.css'

interface OpenFlagsProps {
  flags: NonNullable<Dashboard['flags']>
  /** Whether a date range is selected, which does not limit these figures. */
  inRange: boolean
  /** Links to responses on any date. */
  linkTo: LinkTo
}

/** The open flags of each severity, the most severe first. */
export const OpenFlags = ({ flags, inRange, linkTo }: OpenFlagsProps) => {
  const title = inRange ? t('dashboard.flags.anyDate') : t('dashboard.flags.title')
  return (
    <section aria-label={title} className="open-flags">
      <span>{title}</span>
      <ul>
        {severities.toReversed().map((severity) => (
          <li key={severity}>
            <Figure to={flags[severity] > 0 ? linkTo({ flagSeverity: [severity] }) : undefined}>
              <Mark {...severityMarks[severity]}>{t(`dashboard.flags.severities.${severity}`)}</Mark>{' '}
              <strong>{formatNumber(flags[severity])}</strong>
            </Figure>
          </li>
        ))}
      </ul>
    </section>
  )
}
