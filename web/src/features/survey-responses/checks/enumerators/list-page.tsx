import type { Output } from '@baseline/contract/http.ts'
import type { listEnumerators } from '@baseline/contract/survey-responses/enumerators.ts'
import { Skeleton } from 'antd'
import { useEffect } from 'react'

import { handleError } from '#platform/error-funnel.ts'
import { decide } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { ListFailure, NothingYet } from '#platform/list/list-states.tsx'
import { useGo } from '#platform/navigation.ts'
import { PageTurner } from '#platform/ui/page-turner.tsx'
import { Page } from '#platform/ui/page.tsx'

import { SurveySwitcher } from '../survey-switcher.tsx'
import { Matrix } from './matrix.tsx'
import { paths } from './paths.ts'
import type { EnumeratorsAddress } from './paths.ts'
import { useEnumerators } from './use-enumerators.ts'

import './enumerators.css'

const perPage = 50

interface ContentProps {
  list: Output<typeof listEnumerators>
  address: EnumeratorsAddress & { orderBy: string; offset: number }
}

const Content = ({ list, address }: ContentProps) => {
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
      {list.count > perPage && (
        <PageTurner
          offset={address.offset}
          shown={rows.length}
          count={list.count}
          pageSize={perPage}
          texts={{
            page: (range) => t('enumerators.page', range),
            previous: t('enumerators.previous'),
            next: t('enumerators.next'),
          }}
          onTurn={(offset) => go(paths.list({ ...address, offset }))}
        />
      )}
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
  const go = useGo()
  const { surveys, survey, address, list, error, retry } = useEnumerators()
  const shownError = useShownError(error)
  return (
    <Page
      title={t('enumerators.title')}
      intro={t('enumerators.intro')}
      actions={<SurveySwitcher {...{ surveys, survey }} onChoose={(id) => go(paths.list({ survey: id }))} />}
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
