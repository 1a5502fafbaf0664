import { lookUpSurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import { Form } from 'antd'
import { useMemo } from 'react'
import type { ReactNode } from 'react'

import { call } from '#platform/api.ts'
import { chosenLanguage, t } from '#platform/i18n.ts'
import { ImportPage } from '#platform/importer/import-page.tsx'
import type { Importer } from '#platform/importer/use-importer.ts'
import { installationTimeZone } from '#platform/time.ts'
import { TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'

import { paths } from '../../paths.ts'
import { SurveySelect } from '../../survey-select.tsx'
import { useOpenSurveys } from '../../use-open-surveys.ts'
import type { UpdateContext } from '../context.ts'
import { useRefresh } from '../use-refresh.ts'
import { updateColumns, updateSheets } from './columns.ts'
import { prepareUpdate } from './prepare.ts'
import type { UpdateSource } from './prepare.ts'
import { createUpdateSender } from './send.ts'
import { unionSurvey } from './union-survey.ts'
import { useVersions } from './use-versions.ts'

const startWorker = () => new Worker(new URL('./update.worker.ts', import.meta.url), { type: 'module' })

const rejectSend = () => Promise.reject(new Error('no survey is chosen'))

/**
 * Updates responses from a corrected export: compares it with the stored records, and saves the changes row
 * by row.
 */
export const UpdateResponses = ({ children }: { children?: ReactNode }) => {
  const { surveys, surveyId, choose, master } = useOpenSurveys()
  const versions = useVersions(master)
  const source = useMemo((): UpdateSource | undefined => {
    if (!versions) return undefined
    const [{ id, timeZone }] = versions
    const [union, language] = [unionSurvey(versions), chosenLanguage()]
    return {
      versions,
      union,
      shape: { columns: updateColumns(union, language), sheets: updateSheets(union, language) },
      timeZone: timeZone ?? installationTimeZone(),
      updates: new Map(),
      lookUp: (displayIds) =>
        call(lookUpSurveyResponses, { params: { surveyId: id }, query: { displayIds } }),
    }
  }, [versions])
  const importer = useMemo((): Importer => {
    return {
      mode: 'update',
      columns: source?.shape.columns ?? [],
      sheets: source?.shape.sheets ?? [],
      fileName: 'survey-responses',
      startWorker,
      ...(source && { prepare: (file, onProgress) => prepareUpdate(file, source, onProgress) }),
    }
  }, [source])
  const context: UpdateContext | string = source
    ? { timeZone: source.timeZone, extra: {}, survey: source.union, language: chosenLanguage() }
    : t('entities.surveyResponses.corrections.first')
  return (
    <ImportPage
      importer={importer}
      title={t('entities.surveyResponses.importer.title')}
      list={{ path: paths.list(), label: t('entities.surveyResponses.title') }}
      context={context}
      send={source ? createUpdateSender(source) : rejectSend}
      success={t('entities.surveyResponses.corrections.success')}
      onImported={useRefresh()}
      hint={
        <>
          <p>{t('entities.surveyResponses.corrections.hint')}</p>
          <p>{t('entities.surveyResponses.corrections.rules')}</p>
          <p>{t('entities.surveyResponses.corrections.notImported')}</p>
        </>
      }
    >
      {children}
      <Form layout="vertical" className="import-asked">
        <SurveySelect surveys={surveys} surveyId={surveyId} onChoose={choose} />
        {master && (
          <TimeZone zone={master.timeZone}>
            <TimeZoneNote />
          </TimeZone>
        )}
      </Form>
    </ImportPage>
  )
}
