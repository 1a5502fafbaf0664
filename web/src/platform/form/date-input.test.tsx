import { date, optional } from '@baseline/contract/fields.ts'
import { cleanup, configure, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { loadLanguage } from '../i18n.ts'
import { renderPage } from '../testing/render-page.tsx'
import { DateInput } from './date-input.tsx'
import { formOf } from './form-shape.ts'
import { RecordForm } from './record-form.tsx'
import { SchemaField } from './schema-field.tsx'

const label = 'auditLog.fields.timestamp'
const shape = formOf(z.strictObject({ day: optional(date) }), { day: label }, 'data')

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

const open = async () => {
  const savedValues: unknown[] = []
  await renderPage(() => (
    <RecordForm
      shape={shape}
      initialValues={{ day: '2025-01-31' }}
      save={(data) => Promise.resolve(data)}
      onSaved={(data) => savedValues.push(data)}
      cancelPath="/"
    >
      <SchemaField shape={shape} name="day">
        <DateInput />
      </SchemaField>
    </RecordForm>
  ))
  const field = screen.getByLabelText<HTMLInputElement>('Time')
  const user = userEvent.setup()
  return {
    saved: savedValues,
    user,
    field,
    retype: async (text: string) => {
      await user.clear(field)
      await user.type(field, text)
    },
  }
}

const controlS = '{Control>}s{/Control}'

test('spec §5 Ctrl-S saves the last input', async () => {
  const { saved, user, retype } = await open()
  await retype(' 2026-07-08 ')
  await user.keyboard(controlS)
  await waitFor(() => expect(saved).toEqual([{ day: '2026-07-08' }]))
})

test.for(['08/07/2026', '2026-7-8', '2026-02-31', 'tomorrow'])(
  'spec §5 keeps and marks the invalid date %s, and does not save it',
  async (text) => {
    const { saved, user, field, retype } = await open()
    await retype(text)
    await user.keyboard(controlS)
    expect(await screen.findByText('Time is invalid')).toBeDefined()
    expect(field.value).toBe(text)
    expect(field.getAttribute('aria-invalid')).toBe('true')
    expect(saved).toEqual([])
  },
)

test('an erased date is saved as empty', async () => {
  const { saved, user, field } = await open()
  await user.clear(field)
  await user.keyboard(controlS)
  await waitFor(() => expect(saved).toEqual([{ day: null }]))
})

test('shows a day picked from the calendar in the field', async () => {
  const { saved, user, field } = await open()
  const calendar = document.querySelector<HTMLInputElement>('input[type=date]')!
  const showPicker = vi.fn<() => void>()
  calendar.showPicker = showPicker
  await user.click(screen.getByRole('button', { name: 'Open the calendar' }))
  expect(showPicker).toHaveBeenCalledOnce()
  expect(calendar.value).toBe('2025-01-31')
  fireEvent.change(calendar, { target: { value: '2026-07-08' } })
  expect(field.value).toBe('2026-07-08')
  await user.keyboard(controlS)
  await waitFor(() => expect(saved).toEqual([{ day: '2026-07-08' }]))
})
