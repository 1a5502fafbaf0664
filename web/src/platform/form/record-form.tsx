import { Button, Form } from 'antd'
import { useRef } from 'react'
import type { ReactNode } from 'react'
import type { z } from 'zod'

import { label, t } from '../i18n.ts'
import { Blank } from '../list/columns.tsx'
import { lastAddress, useGo } from '../navigation.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import type { Choice } from './conflict-dialog.tsx'
import type { FieldName, FormShape } from './form-shape.ts'
import { formValues } from './form-values.ts'
import { placeProblems } from './place-problems.ts'
import { SaveFailure } from './save-failure.tsx'
import { SaveHold, useHolds } from './save-hold.ts'
import { SchemaForm } from './schema-form.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { agreedVersion, useConflict } from './use-conflict.ts'
import type { Version } from './use-conflict.ts'
import { useSaveKey } from './use-save-key.ts'
import { useSave } from './use-save.ts'
import { isSame } from './versions.ts'

interface RecordFormProps<S extends z.ZodObject, Saved> {
  shape: FormShape<S>
  initialValues?: Partial<z.input<S>>
  /** Version of the values; undefined for a new record. */
  version?: number
  save: (data: z.output<S>, version: number | undefined, idempotencyKey: string) => Promise<Saved>
  onSaved: (saved: Saved) => void
  cancelPath: string
  saveLabel?: string
  /** A field without its own text follows another one, such as an id its name. */
  leadingFields?: Partial<Record<FieldName<S>, FieldName<S>>>
  /** Renders a value in the comparison of two versions. */
  show?: Partial<Record<FieldName<S>, (value: unknown) => ReactNode>>
  children: ReactNode
}

const pick = (names: readonly string[], values: Record<string, unknown>): Record<string, unknown> =>
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
  const leadingFields: Partial<Record<string, string>> = props.leadingFields ?? {}
  const [form] = Form.useForm()
  const go = useGo()
  const isSaved = useRef(false)
  const { reason, hold } = useHolds()
  const { base, conflict, detectConflict, acceptOtherVersion, dismiss } = useConflict(
    names,
    { values: initialValues, version: props.version },
    { leadingFields },
  )
  const values = () => formValues(form)
  const save = useSave({
    save: ({ data, version }: { data: z.output<S>; version: number | undefined }, key) =>
      props.save(data, version, key).catch((error: unknown) => {
        const newerVersion = agreedVersion(names, error, values())
        if (newerVersion === undefined) throw error
        return props.save(data, newerVersion, key)
      }),
    onSaved: (record) => {
      isSaved.current = true
      props.onSaved(record)
    },
    placeProblems: (error) => detectConflict(error, values()) || placeProblems(form, shape, error),
  })
  const saveMerged = (otherVersion: Version, choices: Record<string, Choice>) => {
    const chosenValues = (name: string) =>
      choices[leadingFields[name] ?? name] === 'theirs' ? otherVersion.values : values()
    form.setFieldsValue(Object.fromEntries(names.map((name) => [name, chosenValues(name)[name]])))
    acceptOtherVersion()
    // Both versions have passed the schema, on the client and on the server.
    save.mutate({ data: shape.schema.parse(pick(names, values())), version: otherVersion.version })
  }
  useSaveKey(() => {
    if (!save.isPending && !conflict && reason === undefined) form.submit()
  })
  const isDirty = () =>
    !isSaved.current &&
    (reason !== undefined || names.some((name) => !isSame(values()[name], base.values[name])))
  const labels: Record<string, FormShape<S>['labels'][FieldName<S>]> = shape.labels
  const renderers: Partial<Record<string, (value: unknown) => ReactNode>> = show
  return (
    <SchemaForm
      shape={shape}
      form={form}
      initialValues={initialValues}
      busy={save.isPending}
      onSubmit={(data) => save.mutate({ data, version: base.version })}
    >
      <UnsavedGuard isDirty={isDirty} />
      {conflict && (
        <ConflictDialog
          conflicts={conflict.fields}
          saved={conflict.saved}
          fieldLabel={(name) => (labels[name] ? label(labels[name]) : name)}
          show={(name, value) => (renderers[name] ?? renderPlain)(value)}
          onCancel={dismiss}
          onTakeTheirs={() => {
            form.setFieldsValue(pick(names, conflict.otherVersion.values))
            save.reset()
            acceptOtherVersion()
          }}
          onSave={(choices) => saveMerged(conflict.otherVersion, choices)}
        />
      )}
      <SaveHold value={hold}>{props.children}</SaveHold>
      <SaveFailure error={conflict ? null : save.error} />
      <div className="form-actions">
        <Button
          type="primary"
          htmlType="submit"
          loading={save.isPending}
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
