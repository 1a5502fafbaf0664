import { formatNumber, formatShare } from '#platform/time.ts'

import { Figure } from './figure.tsx'

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
