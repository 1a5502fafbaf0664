import { chosenLanguage } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { Figure } from './figure.tsx'

/** Formats a share as whole percent; below 0.5 % as "<1%". */
const formatShare = (part: number, total: number): string => {
  const percentFormat = new Intl.NumberFormat(chosenLanguage(), {
    style: 'percent',
    maximumFractionDigits: 0,
  })
  return part / total < 0.005 ? `<${percentFormat.format(0.01)}` : percentFormat.format(part / total)
}

interface ReturnedProps {
  count: number
  returned: number
  to: string | undefined
}

/**
 * Shows the number of returned responses and their share, which makes people with different workloads
 * comparable.
 */
export const Returned = ({ count, returned, to }: ReturnedProps) => (
  <>
    <Figure to={returned > 0 ? to : undefined}>{formatNumber(returned)}</Figure>
    <span className="share">{returned > 0 && count > 0 && formatShare(returned, count)}</span>
  </>
)
