import { getSurveyMaster } from '@baseline/contract/surveys/contract.ts'
import { Skeleton } from 'antd'
import { Suspense } from 'react'

import { call } from '#platform/api.ts'
import { previews } from '#platform/entities.ts'
import { t } from '#platform/i18n.ts'
import { useRecordId, useSearchText } from '#platform/navigation.ts'
import { Page } from '#platform/ui/page.tsx'
import { TimeZone } from '#platform/ui/time-zone.tsx'
import { useRecord } from '#platform/use-record.ts'

import { paths } from './paths.ts'
import { surveyKey } from './query-keys.ts'

const skeleton = <Skeleton active paragraph={{ rows: 12 }} title={false} />

/** The form of a version, to try it. Nothing is stored. */
export const SurveyPreviewPage = () => {
  const id = useRecordId()
  const version = useSearchText('version')
  const Preview = previews.survey
  const master = useRecord({
    key: [...surveyKey(id), 'preview', version],
    load: (signal) =>
      call(getSurveyMaster, { params: { id }, query: version === undefined ? {} : { version }, signal }),
    onFailure: paths.view(id),
    mayShowCached: true,
  })
  return (
    <TimeZone zone={master?.timeZone}>
      <Page
        title={t('entities.surveys.preview.title')}
        intro={
          master && t('entities.surveys.preview.intro', { label: master.label, version: master.version })
        }
        back={{ path: paths.view(id), label: master?.label ?? t('entities.surveys.title') }}
      >
        {master && Preview ? (
          <Suspense fallback={skeleton}>
            <Preview key={`${master.id} ${String(master.version)}`} record={master} />
          </Suspense>
        ) : (
          skeleton
        )}
      </Page>
    </TimeZone>
  )
}
