import { ownResponseDays } from '@baseline/contract/own-responses/contract.ts'
import type { OwnFigures } from '@baseline/contract/own-responses/contract.ts'
import { statusMarks } from '@baseline/contract/survey-responses/status-marks.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'
import { formatNumber, formatShare } from '#platform/time.ts'
import { Mark } from '#platform/ui/mark.tsx'

const Tile = ({ label, value, note }: { label: string; value: number; note?: string }) => (
  <li className="own-tile">
    <span className="own-tile-label">{label}</span>{' '}
    <span className="own-tile-value">
      {formatNumber(value)} {note !== undefined && <small>{note}</small>}
    </span>
  </li>
)

export const FigureTiles = ({ count, countToday, countLast7Days, statuses }: OwnFigures) => (
  <section aria-label={t('entities.ownResponses.figures.title')}>
    <ul className="own-tiles">
      <Tile label={t('entities.ownResponses.figures.today')} value={countToday} />
      <Tile label={t('entities.ownResponses.figures.week')} value={countLast7Days} />
      <Tile label={t('entities.ownResponses.figures.month', { days: ownResponseDays })} value={count} />
      <Tile
        label={t('entities.ownResponses.figures.returned')}
        value={statuses.returned}
        {...(statuses.returned > 0 && { note: formatShare(statuses.returned, count) })}
      />
    </ul>
  </section>
)

export const StatusCounts = ({ statuses }: Pick<OwnFigures, 'statuses'>) => (
  <section className="own-panel" aria-labelledby="own-statuses">
    <h2 id="own-statuses">{t('entities.ownResponses.figures.byStatus')}</h2>
    <ul className="own-statuses">
      {responseStatuses
        .filter((status) => statuses[status] > 0)
        .map((status) => (
          <li key={status}>
            <Mark {...statusMarks[status]}>{t(`entities.surveyResponses.statuses.${status}`)}</Mark>{' '}
            <strong>{formatNumber(statuses[status])}</strong>
          </li>
        ))}
    </ul>
  </section>
)
