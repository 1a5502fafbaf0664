import { chosenLanguage } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { Figure } from './figure.tsx'

const share = (part: number, whole: number): string =>
  new Intl.NumberFormat(chosenLanguage(), { style: 'percent', maximumFractionDigits: 0 }).format(part / whole)

interface ReturnedProps {
  count: number
  returned: number
  to: string | undefined
}

/** How many went back to the field, and how many of all that is: one who has done much has more of them. */
export const Returned = ({ count, returned, to }: ReturnedProps) => (
  <>
    <Figure to={returned > 0 ? to : undefined}>{formatNumber(returned)}</Figure>
    {returned > 0 && count > 0 && <span className="share">{share(returned, count)}</span>}
  </>
)
