import type { CellProperties } from '@baseline/contract/survey-responses/contract.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { ResponseStatusMark } from '../response-status.tsx'

export const countText = (n: number, isComplete: boolean): string => {
  const count = formatNumber(n)
  if (!isComplete) return t('entities.surveyResponses.map.open.some', { count })
  return n === 1
    ? t('entities.surveyResponses.map.open.one', { count })
    : t('entities.surveyResponses.map.open.many', { count })
}

/** Shows the number of responses per status; for a single response, its id and status. */
export const CellSummary = ({ cell, isComplete }: { cell: CellProperties; isComplete: boolean }) => (
  <div className="cell-words">
    <strong>{cell.displayId ?? countText(cell.n, isComplete)}</strong>
    <dl>
      {responseStatuses
        .filter((status) => cell[status] !== undefined)
        .map((status) => (
          <div key={status}>
            <dt>
              <ResponseStatusMark status={status} />
            </dt>
            {cell.n > 1 && <dd>{formatNumber(cell[status] ?? 0)}</dd>}
          </div>
        ))}
    </dl>
  </div>
)
