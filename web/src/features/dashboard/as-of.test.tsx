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

const outdatedText = /^Last updated 2026-11-15 09:30/
const advanceTime = (seconds: number): void =>
  act(() => {
    vi.advanceTimersByTime(seconds * 1000)
  })

test('marks figures as old after a minute, until newer figures arrive', () => {
  vi.useFakeTimers()
  const { rerender } = render(<AsOf asOf="2026-11-15T09:30:00Z" lastReceivedAt={null} />)
  advanceTime(59)
  expect(screen.getByText('Updated 2026-11-15 09:30.')).toBeDefined()
  expect(screen.queryByText(outdatedText)).toBeNull()
  advanceTime(2)
  expect(screen.getByText(outdatedText)).toBeDefined()
  rerender(<AsOf asOf="2026-11-15T09:31:05Z" lastReceivedAt="2026-11-15T09:31:00Z" />)
  expect(screen.queryByText(outdatedText)).toBeNull()
  expect(screen.getByText('Last response received 2026-11-15 09:31.')).toBeDefined()
})

test('shows times in the time zone of the survey, and names the zone once', () => {
  render(
    <TimeZone zone="Africa/Maputo">
      <AsOf asOf="2026-11-15T09:30:00Z" lastReceivedAt="2026-11-15T09:28:00Z" />
    </TimeZone>,
  )
  expect(document.body.textContent).toMatch(/2026-11-15 11:30.*2026-11-15 11:28/)
  expect(screen.getAllByText('Times in Africa/Maputo (UTC+2)')).toHaveLength(1)
})
