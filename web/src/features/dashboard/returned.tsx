import { chosenLanguage } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { Figure } from './figure.tsx'

/** Formats a share as whole percent; below 0.5 % as "<1%". */
const share = (part: number, whole: number): string => {
  const words = new Intl.NumberFormat(chosenLanguage(), { style: 'percent', maximumFractionDigits: 0 })
  return part / whole < 0.005 ? `<${words.format(0.01)}` : words.format(part / whole)
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
    <span className="share">{returned > 0 && count > 0 && share(returned, count)}</span>
  </>
)
