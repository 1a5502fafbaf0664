import { getReviewSettings, updateReviewSettings } from '@baseline/contract/survey-responses/desk-settings.ts'
import type { ReviewPolicy, ReviewSettings } from '@baseline/contract/survey-responses/desk-settings.ts'
import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { InputNumber, Modal, Radio, Select, Skeleton } from 'antd'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'

import { call } from '#platform/api.ts'
import { useUnsaved } from '#platform/form/unsaved.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

import { queueList } from './list.ts'

const settingsKey = (surveyId: string) => ['review-settings', surveyId]
const formId = 'review-settings'
/** Shown first when a manager chooses a sample. */
const usualPercent = 10
const maxSurveys = 1000

const NumberField = ({
  label,
  value,
  limits,
  onChange,
}: {
  label: string
  value: number
  limits: { min: number; max: number; precision?: number }
  onChange: (value: number) => void
}) => {
  const field = useId()
  return (
    <>
      <label htmlFor={field}>{label}</label>
      <InputNumber
        id={field}
        className="desk-field"
        {...limits}
        value={value}
        onChange={(entered) => entered !== null && onChange(entered)}
      />
    </>
  )
}

const PolicyForm = ({
  surveyId,
  saved,
  onSaving,
  onSaved,
}: {
  surveyId: string
  saved: ReviewSettings
  onSaving: (isSaving: boolean) => void
  onSaved: () => void
}) => {
  const queries = useQueryClient()
  const { version, ...stored } = saved
  const [policy, setPolicy] = useState<ReviewPolicy>(stored)
  useUnsaved(() => JSON.stringify(policy) !== JSON.stringify(stored))
  const { mutate } = useMutation({
    mutationFn: () =>
      call(updateReviewSettings, { params: { id: surveyId }, body: { data: policy }, ifMatch: version }),
    onMutate: () => onSaving(true),
    onSettled: () => {
      onSaving(false)
      void queries.invalidateQueries({ queryKey: settingsKey(surveyId) })
    },
    onSuccess: () => {
      toast.success(t('entities.review.settings.saved'))
      void queries.invalidateQueries({ queryKey: listKey(queueList.name) })
      onSaved()
    },
    onError: toastError,
    meta: { handlesErrors: true },
  })
  const change = (part: Partial<ReviewPolicy>) => setPolicy({ ...policy, ...part })
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault()
        mutate()
      }}
    >
      <NumberField
        label={t('entities.surveys.fields.dueHours')}
        value={policy.dueHours}
        limits={{ min: 1, max: 2000, precision: 0 }}
        onChange={(dueHours) => change({ dueHours })}
      />
      <fieldset className="desk-policy">
        <legend>{t('entities.review.settings.policy')}</legend>
        <Radio.Group
          value={policy.samplePercent === null ? 'all' : 'sample'}
          onChange={({ target }) => change({ samplePercent: target.value === 'all' ? null : usualPercent })}
        >
          <Radio value="all">{t('entities.review.settings.all')}</Radio>
          <Radio value="sample">{t('entities.review.settings.sample')}</Radio>
        </Radio.Group>
      </fieldset>
      {policy.samplePercent !== null && (
        <>
          <NumberField
            label={t('entities.review.settings.percent')}
            value={policy.samplePercent}
            limits={{ min: 0, max: 100 }}
            onChange={(samplePercent) => change({ samplePercent })}
          />
          <NumberField
            label={t('entities.surveys.fields.sampleMinimum')}
            value={policy.sampleMinimum}
            limits={{ min: 0, max: 1000, precision: 0 }}
            onChange={(sampleMinimum) => change({ sampleMinimum })}
          />
        </>
      )}
      <p>{t('entities.review.settings.hint')}</p>
    </form>
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
  const [isSaving, setSaving] = useState(false)
  const { data: saved } = useQuery({
    queryKey: settingsKey(surveyId ?? ''),
    queryFn: ({ signal }) => call(getReviewSettings, { params: { id: surveyId ?? '' }, signal }),
    enabled: surveyId !== undefined,
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <Modal
      open
      title={t('entities.review.settings.title')}
      okText={t('common.save')}
      cancelText={t('common.cancel')}
      okButtonProps={{ htmlType: 'submit', form: formId, disabled: saved === undefined }}
      confirmLoading={isSaving}
      onCancel={onClose}
    >
      <SurveyField surveyId={surveyId} onChoose={setSurveyId} />
      {surveyId !== undefined &&
        (saved ? (
          <PolicyForm
            key={`${surveyId} ${String(saved.version)}`}
            surveyId={surveyId}
            saved={saved}
            onSaving={setSaving}
            onSaved={onClose}
          />
        ) : (
          <Skeleton active />
        ))}
    </Modal>
  )
}
