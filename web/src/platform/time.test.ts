import { afterEach, expect, test, vi } from 'vitest'

import {
  endOfDay,
  formatAxisDate,
  formatDates,
  formatInstant,
  instantOf,
  setTimeZone,
  startOfDay,
  today,
} from './time.ts'
import { zoneName } from './ui/time-zone.tsx'

afterEach(() => {
  setTimeZone('UTC')
  vi.useRealTimers()
  localStorage.clear()
})

test('spec §5 formats instants as YYYY-MM-DD HH:mm in the zone of the installation', () => {
  expect(formatInstant('2026-11-14T09:30:59Z')).toBe('2026-11-14 09:30')
  setTimeZone('Africa/Maputo')
  expect(formatInstant('2026-11-14T22:30:00Z')).toBe('2026-11-15 00:30')
})

test.for([
  ['UTC', '2026-11-14', '2026-11-14T00:00:00.000Z', '2026-11-14T23:59:59.999Z'],
  ['Africa/Maputo', '2026-11-14', '2026-11-13T22:00:00.000Z', '2026-11-14T21:59:59.999Z'],
  ['America/Sao_Paulo', '2026-11-14', '2026-11-14T03:00:00.000Z', '2026-11-15T02:59:59.999Z'],
  // Daylight saving time: one day has 25 hours, another 23.
  ['Europe/Lisbon', '2026-10-25', '2026-10-24T23:00:00.000Z', '2026-10-25T23:59:59.999Z'],
  ['Europe/Lisbon', '2026-03-29', '2026-03-29T00:00:00.000Z', '2026-03-29T22:59:59.999Z'],
] as const)('returns the start and end of a day in %s on %s', ([zone, date, start, end]) => {
  expect([startOfDay(date, zone), endOfDay(date, zone)]).toEqual([start, end])
})

test('reads a wall-clock time as an instant', () => {
  setTimeZone('Africa/Maputo')
  expect(instantOf('2026-11-15 00:30')).toBe('2026-11-14T22:30:00.000Z')
  expect(formatInstant(instantOf('2026-03-29 09:05'))).toBe('2026-03-29 09:05')
})

test('today is the date in the zone, not that of the device', () => {
  vi.useFakeTimers({ now: Date.parse('2026-10-31T23:30:00Z') })
  expect([today(), today(-1), today(1)]).toEqual(['2026-10-31', '2026-10-30', '2026-11-01'])
  setTimeZone('Africa/Maputo')
  expect(today()).toBe('2026-11-01')
})

test('today depends on the given zone', () => {
  vi.useFakeTimers({ now: Date.parse('2026-10-31T23:30:00Z') })
  expect(today(0, 'Africa/Maputo')).toBe('2026-11-01')
})

const inLanguages = (write: () => string): string[] =>
  ['en', 'pt-BR'].map((language) => {
    localStorage.setItem('language', language)
    return write()
  })

test('formats dates in sentences per language, with the year only if it is another one', () => {
  vi.useFakeTimers({ now: Date.parse('2026-11-16T12:00:00Z') })
  expect(inLanguages(() => formatDates('2026-11-16'))).toEqual(['16 November', '16 de novembro'])
  // ICU versions differ in the spaces around the dash.
  const range = () => formatDates('2026-11-09', '2026-11-15').replaceAll(/\s/gu, ' ')
  expect(inLanguages(range)).toEqual(['9 – 15 November', '9 – 15 de novembro'])
  expect(inLanguages(() => formatDates('2027-03-01'))).toEqual(['1 March 2027', '1 de março de 2027'])
})

test('formats dates on axes per language', () => {
  expect(inLanguages(() => formatAxisDate('2026-11-16', 'day'))).toEqual(['16 Nov', '16 nov.'])
  expect(inLanguages(() => formatAxisDate('2026-11-01', 'month'))).toEqual(['Nov 2026', 'nov. 2026'])
})

test.for([
  ['UTC', 'UTC'],
  ['Africa/Maputo', 'Africa/Maputo (UTC+2)'],
  ['America/Sao_Paulo', 'America/Sao_Paulo (UTC\u22123)'],
  ['Asia/Kathmandu', 'Asia/Kathmandu (UTC+5:45)'],
  // Its offset depends on the date.
  ['Europe/Lisbon', 'Europe/Lisbon'],
] as const)('the zone %s is named %s', ([zone, name]) => {
  expect(zoneName(zone)).toBe(name)
})
