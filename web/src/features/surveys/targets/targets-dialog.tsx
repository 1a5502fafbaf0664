import { getSurveyTargets } from '@baseline/contract/surveys/targets.ts'
import type { SurveyTargets } from '@baseline/contract/surveys/targets.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal, Skeleton } from 'antd'
// The default export of `Input` also bundles text areas and password fields.
import Input from 'antd/es/input/Input'
import { useEffect, useId, useState } from 'react'

import { call } from '#platform/api.ts'
import type { DialogProps } from '#platform/feature.ts'
import { ConflictDialog } from '#platform/form/conflict-dialog.tsx'
import { SaveFailure } from '#platform/form/save-failure.tsx'
import { UnsavedGuard } from '#platform/form/unsaved-guard.tsx'
import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { formatNumber } from '#platform/time.ts'
import { toastError } from '#platform/toast-error.ts'

import { districtKey, districtOf, foldName, readTarget, sumOfDistricts, totalKey } from './target-values.ts'
import { useTargetsForm } from './use-targets-form.ts'

import './targets.css'

interface FieldProps {
  label: string
  text: string
  isInvalid: boolean
  hint?: string
  onText: (text: string) => void
}

const TargetField = ({ label, text, isInvalid, hint, onText }: FieldProps) => {
  const id = useId()
  const message = isInvalid ? t('dashboard.targets.whole', { path: label }) : hint
  return (
    <div className="target-field">
      <label htmlFor={id}>{label}</label>
      <Input
        id={id}
        inputMode="numeric"
        maxLength={16}
        autoComplete="off"
        value={text}
        {...(isInvalid && { status: 'error' as const })}
        aria-invalid={isInvalid}
        aria-describedby={`${id}said`}
        onChange={(event) => onText(event.target.value)}
      />
      <p id={`${id}said`} className={isInvalid ? 'target-problem' : 'target-hint'}>
        {message}
      </p>
    </div>
  )
}

interface AddProps {
  names: readonly string[]
  onAdd: (name: string) => void
}

const AddDistrict = ({ names, onAdd }: AddProps) => {
  const id = useId()
  const [name, setName] = useState('')
  const existingName = names.find((one) => foldName(one) === foldName(name))
  const add = () => {
    if (name.trim() === '' || existingName !== undefined) return
    onAdd(name.trim())
    setName('')
  }
  return (
    <div className="target-field">
      <label htmlFor={id}>{t('dashboard.targets.another')}</label>
      <span className="target-add">
        <Input
          id={id}
          maxLength={255}
          autoComplete="off"
          value={name}
          aria-describedby={`${id}said`}
          onChange={(event) => setName(event.target.value)}
          onPressEnter={(event) => {
            event.preventDefault()
            add()
          }}
        />
        <Button disabled={name.trim() === '' || existingName !== undefined} onClick={add}>
          {t('dashboard.targets.add')}
        </Button>
      </span>
      <p id={`${id}said`} className="target-problem" role="status">
        {existingName !== undefined && t('dashboard.targets.twice', { name: existingName })}
      </p>
    </div>
  )
}

const showTarget = (_: string, value: unknown) =>
  typeof value === 'number' ? formatNumber(value) : <Blank />

const labelOf = (key: string): string => (key === totalKey ? t('dashboard.targets.total') : districtOf(key))

const TargetsForm = ({
  record,
  suggestions,
  onSaved,
  onClose,
  targets,
}: DialogProps & { targets: SurveyTargets }) => {
  const form = useTargetsForm({
    surveyId: record.id,
    saved: targets,
    districts: suggestions,
    onSaved: () => {
      onSaved()
      onClose()
    },
  })
  const { texts, isPending, conflictDialog } = form
  const names = Object.keys(texts).filter((key) => key !== totalKey)
  const field = (key: string, hint?: string) => (
    <TargetField
      key={key}
      label={labelOf(key)}
      text={texts[key] ?? ''}
      isInvalid={form.hasSubmitted && readTarget(texts[key] ?? '') === undefined}
      {...(hint !== undefined && { hint })}
      onText={(text) => form.change(key, text)}
    />
  )
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <UnsavedGuard isDirty={form.isDirty} />
      {conflictDialog && <ConflictDialog {...conflictDialog} fieldLabel={labelOf} show={showTarget} />}
      <fieldset disabled={isPending}>
        {field(totalKey, t('dashboard.targets.totalHint', { sum: formatNumber(sumOfDistricts(texts)) }))}
      </fieldset>
      <fieldset disabled={isPending}>
        <legend>{t('dashboard.targets.districts')}</legend>
        {names.map((key) => field(key))}
        <AddDistrict names={names.map(districtOf)} onAdd={(name) => form.change(districtKey(name), '')} />
      </fieldset>
      <SaveFailure error={form.failure} />
      <div className="targets-actions">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="primary" htmlType="submit" loading={isPending}>
          {t('common.save')}
        </Button>
      </div>
    </form>
  )
}

/** Edits the targets of a survey: the number of responses in total and per district. */
export const TargetsDialog = (props: DialogProps) => {
  const { record, onClose } = props
  const { data, error, isFetchedAfterMount } = useQuery({
    queryKey: ['survey-targets', record.id],
    queryFn: ({ signal }) => call(getSurveyTargets, { params: { id: record.id }, signal }),
    staleTime: 0,
    // A refetch must not change the form while the user edits it.
    refetchOnWindowFocus: false,
    meta: { handlesErrors: true },
  })
  useEffect(() => {
    if (!error) return
    toastError(error)
    onClose()
  }, [error, onClose])
  return (
    <Modal
      open
      title={t('dashboard.targets.title', { survey: record.label })}
      width={480}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <p className="target-hint">{t('dashboard.targets.intro')}</p>
      {data && isFetchedAfterMount ? (
        <TargetsForm {...props} targets={data} />
      ) : (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      )}
    </Modal>
  )
}
