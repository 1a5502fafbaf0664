import { email, text } from '@baseline/contract/fields.ts'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Form, Input } from 'antd'
import type { FormInstance } from 'antd'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'

import { ApiError } from '../errors.ts'
import { loadLanguage } from '../i18n.ts'
import { placeProblems } from './form-instance.ts'
import { formOf } from './form-shape.ts'
import { PasswordInput } from './password-input.tsx'
import { SchemaField } from './schema-field.tsx'
import { SchemaForm } from './schema-form.tsx'

const shape = formOf(
  z.object({ email, firstName: text({ max: 3 }) }),
  { email: 'user.fields.email', firstName: 'user.fields.firstName' },
  'data',
)

beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

const setUp = () => {
  const submitted: unknown[] = []
  const forms: FormInstance[] = []
  const Sample = () => {
    const [form] = Form.useForm()
    forms.push(form)
    return (
      <SchemaForm shape={shape} form={form} onSubmit={(values) => submitted.push(values)}>
        <SchemaField shape={shape} name="email">
          <Input />
        </SchemaField>
        <SchemaField shape={shape} name="firstName">
          <Input />
        </SchemaField>
        <button type="submit">Save</button>
      </SchemaForm>
    )
  }
  render(<Sample />)
  return { submitted, form: () => forms.at(-1), user: userEvent.setup() }
}

const submit = (user: ReturnType<typeof userEvent.setup>) =>
  user.click(screen.getByRole('button', { name: 'Save' }))

test('spec §5 shows no errors before the first submit, and checks every change after it', async () => {
  const { user, submitted } = setUp()
  await user.type(screen.getByLabelText('Email'), 'nope')
  await user.tab()
  expect(screen.queryByText('Email must be a valid email')).toBeNull()

  await submit(user)
  expect(await screen.findByText('Email must be a valid email')).toBeDefined()

  await user.type(screen.getByLabelText('Email'), '@example.org')
  await waitFor(() => expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).not.toBe('true'))
  expect(submitted).toEqual([])
})

test('submits the values as parsed by the schema', async () => {
  const { user, submitted } = setUp()
  await user.type(screen.getByLabelText('Email'), ' Ana@Example.org ')
  await user.type(screen.getByLabelText('First name'), ' Ana ')
  await submit(user)
  await waitFor(() => expect(submitted).toEqual([{ email: 'ana@example.org', firstName: 'Ana' }]))
})

test("shows the server's errors at their fields", async () => {
  const { form } = setUp()
  const issue = { path: 'data.firstName', key: 'validation.string.max', params: { max: 3 }, message: 'raw' }
  const error = new ApiError(400, { code: 'errors.invalid', details: { issues: [issue] } })
  const current = form()
  if (!current) throw new Error('the form was not rendered')
  expect(placeProblems(current, shape, error)).toBe(true)
  expect(await screen.findByText('First name must be at most 3 characters')).toBeDefined()
  expect(placeProblems(current, shape, new Error('other'))).toBe(false)
})

test('marks required fields for screen readers too', () => {
  setUp()
  expect(screen.getByLabelText('Email').getAttribute('aria-required')).toBe('true')
  expect(screen.getByLabelText('First name').getAttribute('aria-required')).not.toBe('true')
})

test('a password field warns about Caps Lock', async () => {
  render(<PasswordInput aria-label="Password" />)
  const user = userEvent.setup()
  await user.click(screen.getByLabelText('Password'))
  await user.keyboard('{CapsLock}a')
  expect(await screen.findByText('Caps Lock is on')).toBeDefined()
  await user.keyboard('{CapsLock}a')
  await waitFor(() => expect(screen.queryByText('Caps Lock is on')).toBeNull())
})
