import { LeftOutlined, RightOutlined } from '@ant-design/icons'
import type { Output } from '@baseline/contract/http.ts'
import type { listEnumerators } from '@baseline/contract/survey-responses/enumerators.ts'
import type { Survey } from '@baseline/contract/surveys/contract.ts'
import { Button, Select, Skeleton } from 'antd'
import { useEffect } from 'react'

import { handleError } from '#platform/error-funnel.ts'
import { decide } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { ListFailure, NothingYet } from '#platform/list/list-states.tsx'
import { useGo } from '#platform/navigation.ts'
import { formatNumber } from '#platform/time.ts'
import { Page } from '#platform/ui/page.tsx'

import { Matrix } from './matrix.tsx'
import { paths } from './paths.ts'
import type { EnumeratorsAddress } from './paths.ts'
import { useEnumerators } from './use-enumerators.ts'

import './enumerators.css'

const SurveySelect = (props: { surveys: readonly Survey[]; survey: Survey | undefined }) => {
  const go = useGo()
  return (
    <Select
      className="enumerators-survey"
      aria-label={t('enumerators.survey')}
      showSearch={{ optionFilterProp: 'label' }}
      value={props.survey?.id ?? null}
      options={props.surveys.map(({ id, label }) => ({ value: id, label }))}
      onChange={(id) => go(paths.list({ survey: id }))}
    />
  )
}

const perPage = 50

interface ContentProps {
  list: Output<typeof listEnumerators>
  address: EnumeratorsAddress & { orderBy: string; offset: number }
}

const PageTurner = ({ list: { rows, count }, address }: ContentProps) => {
  const go = useGo()
  const { offset } = address
  const turn = (by: number) => go(paths.list({ ...address, offset: Math.max(0, offset + by) }))
  return (
    <div className="enumerators-turn">
      <span>
        {t('enumerators.page', {
          from: formatNumber(offset + 1),
          to: formatNumber(offset + rows.length),
          count: formatNumber(count),
        })}
      </span>
      <Button
        type="text"
        icon={<LeftOutlined aria-hidden="true" />}
        aria-label={t('enumerators.previous')}
        disabled={offset === 0}
        onClick={() => turn(-perPage)}
      />
      <Button
        type="text"
        icon={<RightOutlined aria-hidden="true" />}
        aria-label={t('enumerators.next')}
        disabled={offset + rows.length >= count}
        onClick={() => turn(perPage)}
      />
    </div>
  )
}

const Content = (props: ContentProps) => {
  const { list, address } = props
  const go = useGo()
  const { window, rows } = list
  if (!window || (rows.length === 0 && address.offset === 0))
    return <NothingYet title={t('enumerators.empty.title')} hint={t('enumerators.empty.hint')} />
  return (
    <>
      <p className="enumerators-window">{t('enumerators.window', window)}</p>
      <Matrix
        surveyId={address.survey ?? ''}
        start={window.start}
        rows={rows}
        orderBy={address.orderBy}
        onOrder={(orderBy) => go(paths.list({ survey: address.survey, orderBy }), { replace: true })}
      />
      {list.count > perPage && <PageTurner {...props} />}
    </>
  )
}

/** Lost access is handled for all screens; other errors are shown here. */
const useShownError = (error: unknown): unknown => {
  const kind = error ? decide(error).kind : undefined
  const isGlobal = kind === 'signOut' || kind === 'forbidden'
  useEffect(() => {
    if (isGlobal) handleError(error)
  }, [isGlobal, error])
  return isGlobal ? null : error
}

/** People and their figures, compared with the others of the survey. */
export const EnumeratorsPage = () => {
  const { surveys, survey, address, list, error, retry } = useEnumerators()
  const shownError = useShownError(error)
  return (
    <Page
      title={t('enumerators.title')}
      intro={t('enumerators.intro')}
      actions={<SurveySelect surveys={surveys ?? []} survey={survey} />}
    >
      <div className="enumerators" aria-busy={survey !== undefined && !list && !shownError}>
        {shownError ? (
          <ListFailure error={shownError} onRetry={retry} />
        ) : surveys?.length === 0 ? (
          <NothingYet title={t('enumerators.noSurvey.title')} hint={t('enumerators.noSurvey.hint')} />
        ) : list ? (
          <Content list={list} address={address} />
        ) : (
          <Skeleton active title={false} paragraph={{ rows: 10 }} />
        )}
      </div>
    </Page>
  )
}
