import { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { Answers } from '@baseline/contract/surveys/answers.ts'
import type { SurveyMaster } from '@baseline/contract/surveys/master.ts'
import { Alert, Button, Form, Input } from 'antd'
import { useId, useMemo, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'

import { ConflictDialog } from '#platform/form/conflict-dialog.tsx'
import { formValues, placeProblems } from '#platform/form/form-instance.ts'
import { SaveFailure } from '#platform/form/save-failure.tsx'
import { SaveHold, useHolds } from '#platform/form/save-hold.ts'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { UnsavedGuard } from '#platform/form/unsaved-guard.tsx'
import { useSaveKey } from '#platform/form/use-save-key.ts'
import { useVersionedSave } from '#platform/form/use-versioned-save.ts'
import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { lastAddress, useGo } from '#platform/navigation.ts'

import { AnswersForm, focusAnswer } from '../answers/answers-form.tsx'
import { createAnswersStore, newDraft } from '../answers/answers-store.ts'
import { recordSection } from '../answers/form-sections.tsx'
import type { KnownImages } from '../answers/use-answers.tsx'
import { sectionId } from '../answers/use-current-section.ts'
import { fieldName, valueText } from '../view/history-texts.ts'
import { answerProblems } from './answer-problems.ts'
import { RecordFields } from './record-fields.tsx'
import {
  answersIn,
  clearDerivedFields,
  comparedNames,
  derivedFields,
  fieldNames,
  fieldsOf,
  flatten,
  responseShape,
} from './response-fields.ts'
import type { ResponseFields } from './response-fields.ts'

import './response-form.css'

interface ResponseDraft {
  data: Omit<ResponseFields, 'photos'> & { photos: ({ id: string } | { url: string })[]; values: Answers }
  version: number | undefined
  comment: string
}

interface ResponseFormProps {
  master: SurveyMaster
  record?: SurveyResponse
  initial?: Partial<ResponseFields>
  images: KnownImages
  save: (draft: ResponseDraft, idempotencyKey: string) => Promise<SurveyResponse>
  onSaved: (saved: SurveyResponse, staysOpen: boolean) => void
  cancelPath: string
}

/** Flattens the current record, which the server sends with a conflict. */
const flattenRecord = (current: Record<string, unknown>): Record<string, unknown> => {
  const record = SurveyResponse.parse(current)
  return flatten(fieldsOf(record), record.values)
}

const renderValue = (survey: SurveyMaster, name: string, value: unknown): ReactNode =>
  valueText(survey, name, value) ?? <Blank />

/** Required answers may be missing if the response is in progress, or new and without an end time. */
const isPartial = (record: SurveyResponse | undefined, endTime: unknown): boolean =>
  record ? record.status === 'inProgress' : !endTime

/**
 * Form of a record and its questionnaire. Warns about unsaved changes, and resolves conflicts with other
 * users. spec §4, §5
 */
export const ResponseForm = ({ master, record, initial = {}, images, ...props }: ResponseFormProps) => {
  const [form] = Form.useForm()
  const go = useGo()
  const commentId = useId()
  const [comment, setComment] = useState('')
  const initialAnswers = useMemo(() => record?.values ?? newDraft(master), [record, master])
  const store = useMemo(() => createAnswersStore(master, initialAnswers), [master, initialAnswers])
  const initialFields = record ? fieldsOf(record) : { photos: [], ...initial }
  const derived = useMemo(() => derivedFields(master, record), [master, record])
  const staysOpen = useRef(false)
  const { reason, hold } = useHolds()

  /** Returns the draft of these fields and the answers. If an answer is invalid, focuses it instead. */
  const readDraft = (data: ResponseFields): Omit<ResponseDraft, 'version'> | undefined => {
    const problem = store.check({ partial: isPartial(record, data.endTime) })
    if (problem !== undefined) {
      focusAnswer(store, problem)
      return undefined
    }
    return {
      comment: comment.trim(),
      data: {
        ...clearDerivedFields(data, derived),
        photos: data.photos.map((photo) => ('url' in photo ? photo : { id: photo.id })),
        values: store.values(),
      },
    }
  }

  const { submit, isPending, failure, canSave, isDirty, conflictDialog } = useVersionedSave({
    initialVersion: { values: flatten(initialFields, initialAnswers), version: record?.version },
    names: comparedNames(master, derived),
    readRecord: flattenRecord,
    readForm: () => flatten(formValues(form), store.draft()),
    fillForm: (values) => {
      form.setFieldsValue(Object.fromEntries(fieldNames.map((name) => [name, values[name]])))
      store.replace(answersIn(values))
    },
    // Both versions are valid: one passed the schema here, the other on the server.
    readMerged: () => readDraft(responseShape.schema.parse(formValues(form))),
    save: (draft, version, key) => props.save({ ...draft, version }, key),
    onSaved: (saved) => props.onSaved(saved, staysOpen.current),
    placeProblems: (error) => {
      const isPlaced = placeProblems(form, responseShape, error)
      const problems = answerProblems(error)
      const [path] = problems.keys()
      if (path === undefined) return isPlaced
      store.place(problems)
      if (!isPlaced) focusAnswer(store, path)
      return true
    },
    holdReason: reason,
  })

  const requestSave = (isStaying: boolean): void => {
    if (!canSave) return
    staysOpen.current = isStaying
    // Shows all problems at once. The first field with a problem gets the focus.
    store.check({ partial: isPartial(record, formValues(form)['endTime']) })
    form.submit()
  }
  useSaveKey(() => requestSave(false))

  return (
    <SchemaForm
      shape={responseShape}
      form={form}
      initialValues={initialFields}
      busy={isPending}
      // Before the form scrolls to the first problem, which is on this page.
      onFailed={() => flushSync(() => store.openPage(recordSection))}
      onSubmit={(data) => {
        const draft = readDraft(data)
        if (draft) submit(draft)
      }}
    >
      <UnsavedGuard isDirty={isDirty} />
      {conflictDialog && (
        <ConflictDialog
          {...conflictDialog}
          fieldLabel={(name) => fieldName(master, name)}
          show={(name, value) => renderValue(master, name, value)}
        />
      )}
      {record?.status === 'verified' && (
        <Alert
          className="form-notice"
          type="warning"
          showIcon
          title={t('entities.surveyResponses.form.verifiedHint')}
        />
      )}
      <SaveHold value={hold}>
        <AnswersForm
          store={store}
          images={images}
          leadingSection={
            <section className="record-fields" id={sectionId(recordSection)}>
              <h2 tabIndex={-1}>{t('entities.surveyResponses.form.record')}</h2>
              <RecordFields derived={derived} images={images} />
            </section>
          }
        />
      </SaveHold>
      {record && (
        <Form.Item label={t('entities.surveyResponses.form.why')} htmlFor={commentId}>
          <Input
            id={commentId}
            maxLength={2000}
            value={comment}
            onChange={({ target }) => setComment(target.value)}
          />
        </Form.Item>
      )}
      <SaveFailure error={failure} />
      <div className="form-actions form-actions-sticky">
        <Button
          type="primary"
          loading={isPending}
          disabled={reason !== undefined}
          aria-keyshortcuts="Control+S"
          onClick={() => requestSave(false)}
        >
          {t('common.save')}
        </Button>
        {record && (
          <Button disabled={isPending || reason !== undefined} onClick={() => requestSave(true)}>
            {t('entities.surveyResponses.form.saveAndStay')}
          </Button>
        )}
        <Button onClick={() => go(lastAddress(props.cancelPath))}>{t('common.cancel')}</Button>
        <span role="status" className="form-reason">
          {reason}
        </span>
      </div>
    </SchemaForm>
  )
}
