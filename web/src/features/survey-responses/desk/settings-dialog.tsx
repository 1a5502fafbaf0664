import {
  getReviewSettings,
  ReviewPolicy,
  updateReviewSettings,
} from '@baseline/contract/survey-responses/desk-settings.ts'
import type { ReviewSettings } from '@baseline/contract/survey-responses/desk-settings.ts'
import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Flex, Form, Modal, Radio, Select, Skeleton } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { z } from 'zod'

import { call } from '#platform/api.ts'
import { placeProblems } from '#platform/form/form-instance.ts'
import { formOf } from '#platform/form/form-shape.ts'
import { SaveFailure } from '#platform/form/save-failure.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { useUnsaved } from '#platform/form/unsaved.ts'
import { useSave } from '#platform/form/use-save.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { toast } from '#platform/ui/toast.tsx'

import { NumberInput } from '../answers/number-field.tsx'
import { queueList } from './list.ts'

const settingsKey = (surveyId: string) => ['review-settings', surveyId]
/** Shown first when a manager chooses a sample. */
const usualPercent = 10
const maxSurveys = 1000

const { dueHours, samplePercent, sampleMinimum } = ReviewPolicy.shape
const labels = {
  dueHours: 'entities.surveys.fields.dueHours',
  reviewed: 'entities.review.settings.policy',
  samplePercent: 'entities.review.settings.percent',
  sampleMinimum: 'entities.surveys.fields.sampleMinimum',
} as const
const reviewed = z.enum(['all', 'sample'])
const formOfAll = formOf(z.object({ dueHours, reviewed }), labels, 'data')
const formOfSample = formOf(
  z.object({ dueHours, reviewed, samplePercent: samplePercent.unwrap(), sampleMinimum }),
  labels,
  'data',
)

type Values = z.output<typeof formOfAll.schema> & Partial<z.output<typeof formOfSample.schema>>

const PolicyForm = ({
  surveyId,
  saved: { version, ...saved },
  onClose,
}: {
  surveyId: string
  saved: ReviewSettings
  onClose: () => void
}) => {
  const [form] = Form.useForm<Record<string, unknown>>()
  const queries = useQueryClient()
  const initial = {
    ...saved,
    reviewed: saved.samplePercent === null ? 'all' : 'sample',
    samplePercent: saved.samplePercent ?? usualPercent,
  } as const
  const isSample = (Form.useWatch('reviewed', form) ?? initial.reviewed) === 'sample'
  const shape = isSample ? formOfSample : formOfAll
  const { mutate, isPending, isSuccess, error } = useSave({
    save: (values: Values) =>
      call(updateReviewSettings, {
        params: { id: surveyId },
        body: {
          data: {
            dueHours: values.dueHours,
            samplePercent: values.samplePercent ?? null,
            sampleMinimum: values.sampleMinimum ?? saved.sampleMinimum,
          },
        },
        ifMatch: version,
      }),
    onSaved: () => {
      toast.success(t('entities.review.settings.saved'))
      void queries.invalidateQueries({ queryKey: listKey(queueList.name) })
      onClose()
    },
    placeProblems: (failure) => placeProblems(form, shape, failure),
  })
  useUnsaved(() => !isSuccess && form.isFieldsTouched())
  return (
    <SchemaForm shape={shape} form={form} busy={isPending} initialValues={initial} onSubmit={mutate}>
      <SchemaField shape={shape} name="dueHours">
        <NumberInput />
      </SchemaField>
      <SchemaField shape={shape} name="reviewed">
        <Radio.Group>
          <Radio value="all">{t('entities.review.settings.all')}</Radio>
          <Radio value="sample">{t('entities.review.settings.sample')}</Radio>
        </Radio.Group>
      </SchemaField>
      {isSample && (
        <>
          <SchemaField shape={formOfSample} name="samplePercent">
            <NumberInput />
          </SchemaField>
          <SchemaField shape={formOfSample} name="sampleMinimum">
            <NumberInput />
          </SchemaField>
        </>
      )}
      <p>{t('entities.review.settings.hint')}</p>
      <SaveFailure error={error} />
      <Flex gap={8} justify="end">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t('common.save')}
        </Button>
      </Flex>
    </SchemaForm>
  )
}

const SurveyField = ({
  surveyId,
  onChoose,
}: {
  surveyId: string | undefined
  onChoose: (id: string) => void
}): ReactNode => {
  const field = useId()
  const { data } = useQuery({
    queryKey: ['surveys', 'of-reviews'],
    queryFn: ({ signal }) => call(listSurveys, { query: { limit: maxSurveys }, signal }),
  })
  return (
    <>
      <label htmlFor={field}>{t('entities.surveyResponses.fields.surveyId')}</label>
      <Select
        id={field}
        className="desk-field"
        showSearch={{ optionFilterProp: 'label' }}
        disabled={data === undefined}
        loading={data === undefined}
        placeholder={t('entities.review.settings.choose')}
        value={surveyId ?? null}
        options={(data?.rows ?? []).map(({ id, label }) => ({ value: id, label }))}
        onChange={onChoose}
      />
    </>
  )
}

/** Changes when reviews of a survey are due, and which responses are reviewed. */
export const SettingsDialog = ({
  initialSurveyId,
  onClose,
}: {
  initialSurveyId: string | undefined
  onClose: () => void
}) => {
  const [surveyId, setSurveyId] = useState(initialSurveyId)
  const { data: saved } = useQuery({
    queryKey: settingsKey(surveyId ?? ''),
    queryFn: ({ signal }) => call(getReviewSettings, { params: { id: surveyId ?? '' }, signal }),
    enabled: surveyId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Modal open title={t('entities.review.settings.title')} footer={null} onCancel={onClose}>
      <SurveyField surveyId={surveyId} onChoose={setSurveyId} />
      {surveyId !== undefined &&
        (saved ? (
          <PolicyForm
            key={`${surveyId} ${String(saved.version)}`}
            surveyId={surveyId}
            saved={saved}
            onClose={onClose}
          />
        ) : (
          <Skeleton active />
        ))}
    </Modal>
  )
}
