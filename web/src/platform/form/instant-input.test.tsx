import { instant, optional } from '@baseline/contract/fields.ts'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { loadLanguage } from '../i18n.ts'
import { renderPage } from '../testing/render-page.tsx'
import { formOf } from './form-shape.ts'
import { InstantInput } from './instant-input.tsx'
import { RecordForm } from './record-form.tsx'
import { SchemaField } from './schema-field.tsx'

const shape = formOf(z.strictObject({ at: optional(instant) }), { at: 'auditLog.fields.timestamp' }, 'data')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

const open = async () => {
  const savedValues: unknown[] = []
  await renderPage(() => (
    <RecordForm
      shape={shape}
      initialValues={{ at: '2025-01-31T09:30:59.000Z' }}
      save={(data) => Promise.resolve(data)}
      onSaved={(data) => savedValues.push(data)}
      cancelPath="/"
    >
      <SchemaField shape={shape} name="at">
        <InstantInput />
      </SchemaField>
    </RecordForm>
  ))
  const field = screen.getByLabelText<HTMLInputElement>('Time')
  const user = userEvent.setup()
  const retype = async (text: string) => {
    await user.clear(field)
    if (text) await user.type(field, text)
    await user.keyboard('{Control>}s{/Control}')
  }
  return { saved: savedValues, field, retype }
}

test('spec §5 Ctrl-S saves the last input; an empty field is saved as null', async () => {
  const { saved, field, retype } = await open()
  expect(field.value).toBe('2025-01-31 09:30')
  await retype('2026-07-08 14:05')
  await waitFor(() => expect(saved).toEqual([{ at: '2026-07-08T14:05:00.000Z' }]))
  cleanup()
  const again = await open()
  await again.retype('')
  await waitFor(() => expect(again.saved).toEqual([{ at: null }]))
})

test.for(['2026-07-08', '2026-02-31 10:00', '2026-07-08 24:00', 'noon'])(
  'spec §5 keeps and marks the invalid time %s, and does not save it',
  async (text) => {
    const { saved, field, retype } = await open()
    await retype(text)
    await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
    expect(field.value).toBe(text)
    expect(saved).toEqual([])
  },
)

test('the calendar sets the same value', async () => {
  const { field } = await open()
  const calendar = document.querySelector<HTMLInputElement>('input[type="datetime-local"]')!
  expect(calendar.value).toBe('2025-01-31T09:30')
  fireEvent.change(calendar, { target: { value: '2026-07-08T14:05' } })
  await waitFor(() => expect(field.value).toBe('2026-07-08 14:05'))
})
