import { listReadAlerts } from '@baseline/contract/read-log/contract.ts'
import type { ReadAlert } from '@baseline/contract/read-log/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { logPaths } from '#platform/navigation.ts'
import { writeAddress } from '#platform/search-text.ts'
import { formatDates, formatInstant, formatNumber } from '#platform/time.ts'
import { PathLink } from '#platform/ui/path-link.tsx'

import { userName } from './user-name.ts'

/** Returns the list of the reads. A day of UTC is a part of two days of the installation's time zone. */
const pathOf = ({ userEmail, day }: ReadAlert): string => {
  const ends = ['00:00', '23:59'].map((time) => formatInstant(`${day}T${time}:00Z`).slice(0, 10))
  return logPaths.readLog + writeAddress({ user: userEmail ?? '', timestampRange: ends })
}

/** Shows the users who read unusually many records in the last days. */
export const ReadAlerts = () => {
  const { data: alerts = [] } = useQuery({
    queryKey: ['read-log', 'alerts'],
    queryFn: ({ signal }) => call(listReadAlerts, { signal }),
  })
  if (alerts.length === 0) return null
  return (
    <Alert
      className="read-alerts"
      type="warning"
      showIcon
      title={t('readLog.alert.title')}
      description={
        <ul>
          {alerts.map((alert) => (
            <li key={`${alert.userId} ${alert.day}`}>
              {t('readLog.alert.text', {
                user: userName(alert),
                day: formatDates(alert.day),
                count: formatNumber(alert.recordCount),
              })}{' '}
              {alert.userEmail !== null && (
                <PathLink to={pathOf(alert)} aria-label={`${t('readLog.alert.show')}: ${userName(alert)}`}>
                  {t('readLog.alert.show')}
                </PathLink>
              )}
            </li>
          ))}
        </ul>
      }
    />
  )
}
