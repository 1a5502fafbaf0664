import { chosenLanguage } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { Figure } from './figure.tsx'

/** In whole percent; what is less than half of one is not nothing. */
const share = (part: number, whole: number): string => {
  const words = new Intl.NumberFormat(chosenLanguage(), { style: 'percent', maximumFractionDigits: 0 })
  return part / whole < 0.005 ? `<${words.format(0.01)}` : words.format(part / whole)
}

interface ReturnedProps {
  count: number
  returned: number
  to: string | undefined
}

/** How many went back to the field, and how many of all that is: one who has done much has more of them. */
export const Returned = ({ count, returned, to }: ReturnedProps) => (
  <>
    <Figure to={returned > 0 ? to : undefined}>{formatNumber(returned)}</Figure>
    <span className="share">{returned > 0 && count > 0 && share(returned, count)}</span>
  </>
)
