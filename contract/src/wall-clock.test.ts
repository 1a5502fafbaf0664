import { expect, test } from 'vitest'

import { instantIn, wallClock } from './wall-clock.ts'

test('converts an instant to wall-clock time, also when the offset changes', () => {
  const wallTimeAt = (zone: string, instant: string) => wallClock(zone)(instant).toISOString().slice(0, 16)
  expect(wallTimeAt('Africa/Maputo', '2026-03-31T22:30:00Z')).toBe('2026-04-01T00:30')
  expect(wallTimeAt('Asia/Kathmandu', '2026-03-31T22:30:00Z')).toBe('2026-04-01T04:15')
  expect(wallTimeAt('America/Sao_Paulo', '2026-03-31T02:30:00Z')).toBe('2026-03-30T23:30')
  const berlin = wallClock('Europe/Berlin')
  expect(berlin('2026-03-29T00:59:59Z').toISOString()).toBe('2026-03-29T01:59:59.000Z')
  expect(berlin(new Date('2026-03-29T01:00:00Z')).toISOString()).toBe('2026-03-29T03:00:00.000Z')
})

test('converts wall-clock time to the instant', () => {
  const instant = (zone: string, wallTime: string) =>
    new Date(instantIn(zone, Date.parse(wallTime))).toISOString()
  expect(instant('Asia/Kathmandu', '2026-04-01T04:15Z')).toBe('2026-03-31T22:30:00.000Z')
  expect(instant('Europe/Berlin', '2026-03-29T01:30Z')).toBe('2026-03-29T00:30:00.000Z')
  expect(instant('Europe/Berlin', '2026-03-29T03:30Z')).toBe('2026-03-29T01:30:00.000Z')
})
