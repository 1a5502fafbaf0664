import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { loadLanguage } from '../i18n.ts'
import { PasswordInput } from './password-input.tsx'

beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

test('hides the characters until the user reveals them, and accepts a pasted password', async () => {
  const user = userEvent.setup()
  render(<PasswordInput aria-label="Password" autoComplete="current-password" />)
  const input = screen.getByLabelText('Password')
  expect(input).toHaveProperty('type', 'password')
  await user.click(input)
  await user.paste('river-kettle-oblique')
  expect(input).toHaveProperty('value', 'river-kettle-oblique')
  await user.click(screen.getByRole('img', { name: 'eye-invisible' }))
  expect(input).toHaveProperty('type', 'text')
})
