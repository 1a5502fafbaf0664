import { ownResponseDays } from '@baseline/contract/own-responses/contract.ts'
import type { OwnFigures } from '@baseline/contract/own-responses/contract.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import { Alert, Skeleton } from 'antd'

import { t } from '#platform/i18n.ts'
import { ListFailure, NothingYet } from '#platform/list/list-states.tsx'
import { Page } from '#platform/ui/page.tsx'
import { TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'

import { DaysChart } from './days-chart.tsx'
import { FigureTiles, StatusCounts } from './figures.tsx'
import { InterviewList } from './interview-list.tsx'
import { useFigures } from './use-own-responses.ts'

import './own-responses.css'

const otherStatuses = responseStatuses.filter((status) => status !== 'returned')
const days = ownResponseDays

const NotLinked = () => (
  <Alert
    type="warning"
    showIcon
    title={t('entities.ownResponses.notLinked.title')}
    description={t('entities.ownResponses.notLinked.hint')}
  />
)

const Interviews = ({ figures, hasFailure }: { figures: OwnFigures; hasFailure: boolean }) => (
  <>
    <FigureTiles {...figures} />
    {figures.statuses.returned > 0 && (
      <InterviewList
        title={t('entities.ownResponses.returned.title')}
        hint={t('entities.ownResponses.returned.hint')}
        status={['returned']}
        hasFailure={hasFailure}
      />
    )}
    <div className="own-charts">
      <DaysChart {...figures} />
      <StatusCounts {...figures} />
    </div>
    <InterviewList
      title={
        figures.statuses.returned > 0 ? t('entities.ownResponses.others') : t('entities.ownResponses.all')
      }
      status={otherStatuses}
      hasFailure={hasFailure}
    />
  </>
)

/** The interviews of the signed-in enumerator, for phones first: figures, returned interviews, then the others. */
export const OwnResponsesPage = () => {
  const { figures, failure, retry } = useFigures()
  return (
    <TimeZone zone={figures?.timeZone}>
      <Page
        title={t('entities.ownResponses.title')}
        intro={
          <>
            {t('entities.ownResponses.intro', { days })} · <TimeZoneNote />
          </>
        }
      >
        <div className="own-responses" aria-busy={figures === undefined}>
          {figures === undefined && <Skeleton active title={false} paragraph={{ rows: 8 }} />}
          {figures && failure && <ListFailure error={failure} onRetry={retry} />}
          {figures && !figures.isLinked && <NotLinked />}
          {figures && figures.count > 0 && <Interviews figures={figures} hasFailure={failure !== null} />}
          {figures?.isLinked && figures.count === 0 && (
            <NothingYet
              title={t('entities.ownResponses.empty.title', { days })}
              hint={t('entities.ownResponses.empty.hint')}
            />
          )}
        </div>
      </Page>
    </TimeZone>
  )
}
