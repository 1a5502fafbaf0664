import { themes } from '@baseline/contract/settings/contract.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'

import { ThemePicker } from './theme-picker.tsx'

beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

test('spec §3 offers the twelve themes as one named radio group', async () => {
  const chosenThemes: string[] = []
  render(<ThemePicker value="gold" onChange={(theme) => chosenThemes.push(theme)} disabled={false} />)
  const choices = screen.getAllByRole<HTMLInputElement>('radio')
  expect(choices.map(({ value }) => value)).toEqual([...themes])
  expect(choices.filter(({ checked }) => checked).map(({ value }) => value)).toEqual(['gold'])
  await userEvent.click(screen.getByRole('radio', { name: 'Polar green' }))
  expect(chosenThemes).toEqual(['polar-green'])
})

test('disables the picker while saving', () => {
  render(<ThemePicker value="gold" onChange={() => undefined} disabled />)
  expect(screen.getByRole<HTMLFieldSetElement>('group').disabled).toBe(true)
})
