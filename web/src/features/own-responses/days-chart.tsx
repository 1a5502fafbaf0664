import type { OwnFigures } from '@baseline/contract/own-responses/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatAxisDate, formatDates, formatNumber } from '#platform/time.ts'

const textOf = ({ date, count }: OwnFigures['days'][number]): string =>
  t('entities.ownResponses.days.one', { day: formatDates(date), count: formatNumber(count) })

/** Bars of the last 30 days. The label has the same figures for screen readers. */
export const DaysChart = ({ days, count }: Pick<OwnFigures, 'days' | 'count'>) => {
  const most = Math.max(...days.map((day) => day.count))
  const others = count - days.reduce((sum, day) => sum + day.count, 0)
  const title = t('entities.ownResponses.days.title')
  const label = [title, ...days.filter((day) => day.count > 0).map(textOf)].join('. ')
  return (
    <section className="own-panel" aria-labelledby="own-days">
      <h2 id="own-days">{title}</h2>
      {most > 0 && (
        <>
          <div className="own-days" role="img" aria-label={label}>
            <span className="own-days-most">{formatNumber(most)}</span>
            {days.map((day) => (
              <span key={day.date} className="own-day" title={textOf(day)}>
                <span style={{ height: `${String((day.count / most) * 100)}%` }} />
              </span>
            ))}
          </div>
          <div className="own-days-axis" aria-hidden="true">
            <span>{formatAxisDate(days[0]?.date ?? '', 'day')}</span>
            <span>{formatAxisDate(days.at(-1)?.date ?? '', 'day')}</span>
          </div>
        </>
      )}
      {others > 0 && (
        <p className="own-note">
          {others === 1
            ? t('entities.ownResponses.days.otherDates.one')
            : t('entities.ownResponses.days.otherDates.many', { count: formatNumber(others) })}
        </p>
      )}
    </section>
  )
}
