import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'
import { TimeZone } from '#platform/ui/time-zone.tsx'

import { AsOf } from './as-of.tsx'

beforeAll(() => loadLanguage('en'))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const old = /^Last updated 2026-11-15 09:30/
const pass = (seconds: number): void =>
  act(() => {
    vi.advanceTimersByTime(seconds * 1000)
  })

test('figures that stay the same moment for more than a minute are called old, until newer ones come', () => {
  vi.useFakeTimers()
  const { rerender } = render(<AsOf asOf="2026-11-15T09:30:00Z" lastReceivedAt={null} />)
  pass(59)
  expect(screen.getByText('Updated 2026-11-15 09:30.')).toBeDefined()
  expect(screen.queryByText(old)).toBeNull()
  pass(2)
  expect(screen.getByText(old)).toBeDefined()
  rerender(<AsOf asOf="2026-11-15T09:31:05Z" lastReceivedAt="2026-11-15T09:31:00Z" />)
  expect(screen.queryByText(old)).toBeNull()
  expect(screen.getByText('Last response received 2026-11-15 09:31.')).toBeDefined()
})

test('times are in the zone of the survey, which is named once', () => {
  render(
    <TimeZone zone="Africa/Maputo">
      <AsOf asOf="2026-11-15T09:30:00Z" lastReceivedAt="2026-11-15T09:28:00Z" />
    </TimeZone>,
  )
  expect(document.body.textContent).toMatch(/2026-11-15 11:30.*2026-11-15 11:28/)
  expect(screen.getAllByText('Times in Africa/Maputo (UTC+2)')).toHaveLength(1)
})
