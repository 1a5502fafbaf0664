import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadLanguage } from '../i18n.ts'
import { PhoneActions, PhoneBulkBar } from './phone-bar.tsx'

vi.setConfig({ testTimeout: 30_000 })
beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

const names = () =>
  screen.getAllByRole('button').map((one) => one.getAttribute('aria-label') ?? one.textContent)

test('shows the first and the last action, and the others in the menu', async () => {
  render(
    <PhoneActions>
      <>
        <button>Export</button>
        {false}
        <>
          <button>Import</button>
          <button>New</button>
        </>
      </>
    </PhoneActions>,
  )
  expect(names()).toEqual(['Export', 'New', 'More actions'])
  await userEvent.click(screen.getByRole('button', { name: 'More actions' }))
  expect(await screen.findByRole('button', { name: 'Import' })).toBeDefined()
})

test('shows one or two actions without a menu', () => {
  render(
    <PhoneActions>
      <button>Import</button>
    </PhoneActions>,
  )
  expect(names()).toEqual(['Import'])
  cleanup()
  render(
    <PhoneActions>
      <button>Import</button>
      <button>New</button>
    </PhoneActions>,
  )
  expect(names()).toEqual(['Import', 'New'])
})

test('shows the count, the first action, and a menu that closes after a choice', async () => {
  const actions: string[] = []
  const action = (name: string) => <button onClick={() => actions.push(name)}>{name}</button>
  render(
    <PhoneBulkBar
      count="3 selected"
      selectAllButton={action('Select all 9')}
      onClear={() => actions.push('clear')}
    >
      <>
        {action('Verify')}
        {action('Return')}
      </>
    </PhoneBulkBar>,
  )
  expect(names()).toEqual(['Clear selection', 'Verify', 'More actions'])
  expect(screen.getByRole('status').textContent).toBe('3 selected')
  const moreButton = screen.getByRole('button', { name: 'More actions' })
  await userEvent.click(moreButton)
  await userEvent.click(await screen.findByRole('button', { name: 'Return' }))
  expect(moreButton.getAttribute('aria-expanded')).toBe('false')
  await userEvent.click(screen.getByRole('button', { name: 'Clear selection' }))
  expect(actions).toEqual(['Return', 'clear'])
})
