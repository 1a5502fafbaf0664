// @vitest-environment node
import { describe, expect, test } from 'vitest'

import { blend, contrast } from './color.ts'
import { designTokens, findReadableShades } from './readable.ts'
import { seeds } from './seeds.ts'

const cases = Object.entries(seeds).flatMap(([name, seed]) =>
  [false, true].map((dark) => ({ name, seed, dark, scheme: dark ? 'dark' : 'light' })),
)

test('computes the contrast of WCAG 2', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#777777', '#ffffff')).toBeCloseTo(4.48, 2)
  expect(blend('rgba(0,0,0,0.5)', '#ffffff')).toBe('#808080')
})

test('antd alone fails the contrast limit, so this test can fail', () => {
  const { colorLink, colorPrimaryBgHover } = designTokens(seeds.gold, { dark: false })
  expect(contrast(colorLink, colorPrimaryBgHover)).toBeLessThan(4.5)
})

describe.each(cases)('contrast of $name in $scheme', ({ seed, dark }) => {
  const shades = findReadableShades(seed, { dark })
  const token = designTokens(seed, { dark })

  test('a link is readable, also in a selected and hovered table row', () => {
    const grounds = [
      token.colorBgContainer,
      token.colorBgLayout,
      token.colorBgElevated,
      blend(token.controlItemBgActive, token.colorBgContainer),
      blend(token.controlItemBgActiveHover, token.colorBgContainer),
    ]
    for (const ground of grounds) expect(contrast(shades.text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  test('the text on a primary button is readable in every state', () => {
    for (const fill of [shades.fill, shades.hover, shades.active])
      expect(contrast(shades.onFill, fill)).toBeGreaterThanOrEqual(4.5)
  })

  test('errors and descriptions are readable', () => {
    for (const ground of [token.colorBgContainer, token.colorBgLayout]) {
      expect(contrast(token.colorError, ground)).toBeGreaterThanOrEqual(4.5)
      expect(contrast(blend(token.colorTextDescription, ground), ground)).toBeGreaterThanOrEqual(4.5)
    }
  })
})
