import { Button, Form } from 'antd'
import type { ReactNode } from 'react'
import type { z } from 'zod'

import { label, t } from '../i18n.ts'
import { Blank } from '../list/columns.tsx'
import { lastAddress, useGo } from '../navigation.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { formValues, placeProblems } from './form-instance.ts'
import type { FieldName, FormShape } from './form-shape.ts'
import { SaveFailure } from './save-failure.tsx'
import { SaveHold, useHolds } from './save-hold.ts'
import { SchemaForm } from './schema-form.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useSaveKey } from './use-save-key.ts'
import { useVersionedSave } from './use-versioned-save.ts'

interface RecordFormProps<S extends z.ZodObject, Saved> {
  shape: FormShape<S>
  initialValues?: Partial<z.input<S>>
  /** Version of the values; undefined for a new record. */
  version?: number
  save: (data: z.output<S>, version: number | undefined, idempotencyKey: string) => Promise<Saved>
  onSaved: (saved: Saved) => void
  cancelPath: string
  saveLabel?: string
  /** Reads the form's fields from a record, if they differ from the record's own. */
  readRecord?: (record: Record<string, unknown>) => Record<string, unknown> | undefined
  /** A field without its own text follows another one, such as an id its name. */
  leadingFields?: Partial<Record<FieldName<S>, FieldName<S>>>
  /** Renders a value in the comparison of two versions. */
  show?: Partial<Record<FieldName<S>, (value: unknown) => ReactNode>>
  children: ReactNode
}

const pick = (names: readonly string[], values: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

const renderPlain = (value: unknown): ReactNode => {
  if (value === undefined || value === null || value === '') return <Blank />
  if (Array.isArray(value)) return value.join(', ')
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/**
 * Form of a record. Asks before changes are lost, and before another user's version is overwritten. spec §4,
 * §5
 */
export const RecordForm = <S extends z.ZodObject, Saved>(props: RecordFormProps<S, Saved>) => {
  const { shape, initialValues = {}, show = {}, cancelPath } = props
  const names = Object.keys(shape.schema.shape)
  const [form] = Form.useForm()
  const go = useGo()
  const { reason, hold } = useHolds()
  const { submit, isPending, failure, canSave, isDirty, conflictDialog } = useVersionedSave({
    initialVersion: { values: initialValues, version: props.version },
    names,
    leadingFields: props.leadingFields ?? {},
    ...(props.readRecord && { readRecord: props.readRecord }),
    readForm: () => formValues(form),
    fillForm: (values) => form.setFieldsValue(pick(names, values)),
    // Both versions have passed the schema, on the client and on the server.
    readMerged: () => shape.schema.parse(pick(names, formValues(form))),
    save: props.save,
    onSaved: props.onSaved,
    placeProblems: (error) => placeProblems(form, shape, error),
    holdReason: reason,
  })
  useSaveKey(() => {
    if (canSave) form.submit()
  })
  const labels: Record<string, FormShape<S>['labels'][FieldName<S>]> = shape.labels
  const renderers: Partial<Record<string, (value: unknown) => ReactNode>> = show
  return (
    <SchemaForm shape={shape} form={form} initialValues={initialValues} busy={isPending} onSubmit={submit}>
      <UnsavedGuard isDirty={isDirty} />
      {conflictDialog && (
        <ConflictDialog
          {...conflictDialog}
          fieldLabel={(name) => (labels[name] ? label(labels[name]) : name)}
          show={(name, value) => (renderers[name] ?? renderPlain)(value)}
        />
      )}
      <SaveHold value={hold}>{props.children}</SaveHold>
      <SaveFailure error={failure} />
      <div className="form-actions">
        <Button
          type="primary"
          htmlType="submit"
          loading={isPending}
          disabled={reason !== undefined}
          aria-keyshortcuts="Control+S"
        >
          {props.saveLabel ?? t('common.save')}
        </Button>
        <Button onClick={() => go(lastAddress(cancelPath))}>{t('common.cancel')}</Button>
        <span role="status" className="form-reason">
          {reason}
        </span>
      </div>
    </SchemaForm>
  )
}
