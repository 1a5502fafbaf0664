import { can } from '@baseline/contract/permissions.ts'
import { createSurveyResponse, updateSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import type { Image } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import type { SurveyMaster } from '@baseline/contract/surveys/master.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Alert, Form, Skeleton } from 'antd'
import { Suspense, lazy, useMemo } from 'react'

import { call } from '#platform/api.ts'
import type { FormImage } from '#platform/form/image-value.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { useGo, useRecordId } from '#platform/navigation.ts'
import { useSignedInUser } from '#platform/session.ts'
import { today } from '#platform/time.ts'
import { Page } from '#platform/ui/page.tsx'
import { LinkButton } from '#platform/ui/path-link.tsx'
import { TimeZone } from '#platform/ui/time-zone.tsx'
import { toast } from '#platform/ui/toast.tsx'

import type { KnownImages } from './answers/use-answers.tsx'
import { queueOf } from './desk/paths.ts'
import { surveyResponsesList, validateRecordSearch } from './list.ts'
import { paths } from './paths.ts'
import type { ListAddress } from './paths.ts'
import { responseKey } from './response-key.ts'
import { statusText } from './response-status.tsx'
import { SurveySelect } from './survey-select.tsx'
import { useOpenSurveys } from './use-open-surveys.ts'
import { useResponse, useStoredImages } from './use-response.ts'

/**
 * Contains all inputs and the questionnaire rules. Loads while the user chooses the survey, or with the
 * record.
 */
const ResponseForm = lazy(async () => ({ default: (await import('./form/response-form.tsx')).ResponseForm }))

const noImages: readonly Image[] = []
const skeleton = <Skeleton active paragraph={{ rows: 12 }} title={false} />

/** Pictures that a form can show: stored pictures, and uploads since the form was opened. */
const useKnownImages = (storedImages: readonly Image[]): KnownImages =>
  useMemo(() => {
    const imagesById = new Map<string, FormImage>(
      storedImages.map(({ id, name, thumbnailUrl }) => [id, { id, name, publicUrl: thumbnailUrl }]),
    )
    return { find: (id) => imagesById.get(id), add: (image) => imagesById.set(image.id, image) }
  }, [storedImages])

const useRefresh = () => {
  const queries = useQueryClient()
  return (saved: SurveyResponse): void => {
    void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
    void queries.invalidateQueries({ queryKey: responseKey(saved.id) })
    queries.setQueryData(responseKey(saved.id), saved)
  }
}

const NewResponseForm = ({ master }: { master: SurveyMaster }) => {
  const go = useGo()
  const user = useSignedInUser()
  const refresh = useRefresh()
  const images = useKnownImages(noImages)
  const initial = useMemo(
    () => ({
      surveyDate: today(0, master.timeZone),
      ...(can(user, 'surveyResponsesSupervise') && user.fullName && { supervisorName: user.fullName }),
    }),
    [user, master],
  )
  return (
    <ResponseForm
      master={master}
      initial={initial}
      images={images}
      save={({ data }, idempotencyKey) =>
        call(createSurveyResponse, {
          idempotencyKey,
          body: { data: { ...data, surveyId: master.id, surveyVersion: master.version } },
        })
      }
      onSaved={(saved) => {
        toast.success(t('entities.surveyResponses.create.success'))
        refresh(saved)
        go(paths.list())
      }}
      cancelPath={paths.list()}
    />
  )
}

/** The survey is chosen first, because it defines the questions. spec §2 */
export const NewSurveyResponsePage = () => {
  const { surveys, surveyId, choose, master } = useOpenSurveys()
  return (
    <TimeZone zone={master?.timeZone}>
      <Page
        title={t('entities.surveyResponses.new')}
        back={{ path: paths.list(), label: t('entities.surveyResponses.title') }}
      >
        <div className="page-form">
          <Suspense fallback={skeleton}>
            <Form layout="vertical">
              <SurveySelect surveys={surveys} surveyId={surveyId} onChoose={choose} />
            </Form>
            {master ? (
              <NewResponseForm key={`${master.id} ${String(master.version)}`} master={master} />
            ) : (
              (!surveys || surveyId !== undefined) && skeleton
            )}
          </Suspense>
        </div>
      </Page>
    </TimeZone>
  )
}

interface EditProps {
  record: SurveyResponse
  master: SurveyMaster
  images: readonly Image[]
  address: ListAddress
}

const EditResponseForm = ({ record, master, images, address }: EditProps) => {
  const go = useGo()
  const refresh = useRefresh()
  const knownImages = useKnownImages(images)
  return (
    <ResponseForm
      master={master}
      record={record}
      images={knownImages}
      save={({ data, version, comment }) =>
        call(updateSurveyResponse, {
          params: { id: record.id },
          body: { id: record.id, data, ...(comment && { comment }) },
          ...(version !== undefined && { ifMatch: version }),
        })
      }
      onSaved={(saved, staysOpen) => {
        toast.success(t('entities.surveyResponses.update.success'))
        refresh(saved)
        // A response of the review queue still waits for its decision.
        if (!staysOpen) go(queueOf(address) ? paths.view(saved.id, address) : paths.list(address))
      }}
      cancelPath={paths.view(record.id, address)}
    />
  )
}

/** spec §2, §4 */
export const EditSurveyResponsePage = () => {
  const id = useRecordId()
  const search: ListAddress = useSearch({ strict: false })
  const address = useMemo(() => validateRecordSearch(search), [search])
  const response = useResponse(id)
  const images = useStoredImages(id, response !== undefined)
  return (
    <TimeZone zone={response?.master.timeZone}>
      <Page
        title={response?.record.displayId ?? t('entities.surveyResponses.edit')}
        back={{ path: paths.view(id, address), label: t('entities.surveyResponses.form.backToView') }}
      >
        <div className="page-form">
          <Suspense fallback={skeleton}>
            {response && isReadOnly(response.record.status) ? (
              <Alert
                type="info"
                showIcon
                title={t('entities.surveyResponses.errors.readOnly', {
                  status: statusText(response.record.status),
                })}
                action={
                  <LinkButton to={paths.view(id, address)}>
                    {t('entities.surveyResponses.form.backToView')}
                  </LinkButton>
                }
              />
            ) : response && images ? (
              <EditResponseForm
                key={`${id} ${String(response.record.version)}`}
                record={response.record}
                master={response.master}
                images={images}
                address={address}
              />
            ) : (
              skeleton
            )}
          </Suspense>
        </div>
      </Page>
    </TimeZone>
  )
}
