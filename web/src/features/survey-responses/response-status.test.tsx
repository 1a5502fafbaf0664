import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { statusMarks } from '@baseline/contract/survey-responses/status-marks.ts'
import { responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'

import { ResponseStatusMark } from './response-status.tsx'

beforeAll(() => loadLanguage('en'))

const css = readFileSync(join(import.meta.dirname, '../../platform/ui/mark.css'), 'utf8')
const [light = '', dark = ''] = css.split("[data-scheme='dark']")

const colourIn = (scheme: string, status: ResponseStatus): string => {
  const [, colour] = new RegExp(`--tone-${statusMarks[status].tone}: (#[0-9a-f]{6});`).exec(scheme) ?? []
  if (!colour) throw new Error(`no colour for ${status}`)
  return colour
}

/** Relative luminance as WCAG 2 defines it. */
const luminance = (colour: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((index) => {
    const part = Number.parseInt(colour.slice(index, index + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (one: string, other: string): number => {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (bright + 0.05) / (dim + 0.05)
}

test('no two statuses have the same shape or the same colour', () => {
  expect(new Set(responseStatuses.map((status) => statusMarks[status].shape)).size).toBe(
    responseStatuses.length,
  )
  for (const scheme of [light, dark])
    expect(new Set(responseStatuses.map((status) => colourIn(scheme, status))).size).toBe(
      responseStatuses.length,
    )
})

/** Backgrounds: container, page, and the land and the sea of the map. */
const grounds = {
  light: ['#ffffff', '#f5f5f5', '#f7f5f0', '#dbe7f0'],
  dark: ['#141414', '#0c0c0c', '#2f3338', '#1c2733'],
}
test.for(responseStatuses)('%s has enough contrast on every background, light and dark', (status) => {
  for (const ground of grounds.light)
    expect(contrast(colourIn(light, status), ground), ground).toBeGreaterThanOrEqual(3)
  for (const ground of grounds.dark)
    expect(contrast(colourIn(dark, status), ground), ground).toBeGreaterThanOrEqual(3)
})

test('marks of two statuses differ in shape, tone and name', () => {
  render(
    <>
      <ResponseStatusMark status="submitted" />
      <ResponseStatusMark status="resubmitted" />
    </>,
  )
  for (const [name, status] of [
    ['Submitted', 'submitted'],
    ['Resubmitted', 'resubmitted'],
  ] as const) {
    const mark = screen.getByText(name)
    const { shape, tone } = statusMarks[status]
    expect(mark.querySelector('path')?.getAttribute('d')).toBe(shape)
    expect(mark.querySelector('svg')?.getAttribute('style')).toContain(`var(--tone-${tone})`)
  }
})
