import { generate } from '@ant-design/colors'
import { theme } from 'antd'

import { darkTokens, lightTokens } from '../../src/platform/theme-tokens.ts'
import { blend, contrast, mix } from './color.ts'

/** Minimum contrast of text in WCAG AA. */
const minContrast = 4.5
const white = '#ffffff'
const ink = '#141414'

export interface Scheme {
  dark: boolean
}

export const algorithmOf = ({ dark }: Scheme) => (dark ? theme.darkAlgorithm : theme.defaultAlgorithm)
export const tokensOf = ({ dark }: Scheme) => (dark ? darkTokens : lightTokens)

/** antd's own tokens of a seed, whose backgrounds the readable shades are checked against. */
export const designTokens = (seed: string, scheme: Scheme) =>
  theme.getDesignToken({
    algorithm: algorithmOf(scheme),
    token: { ...tokensOf(scheme), colorPrimary: seed, colorInfo: seed },
  })

const shadesOf = (seed: string, { dark }: Scheme): string[] =>
  dark ? generate(seed, { theme: 'dark', backgroundColor: ink }) : generate(seed)

/** Every background of text in the accent colour, including the selected and hovered table row. */
const groundsOf = (seed: string, scheme: Scheme): string[] => {
  const token = designTokens(seed, scheme)
  const opaqueGrounds = [token.colorBgContainer, token.colorBgElevated, token.colorBgLayout]
  const tints = [
    token.colorPrimaryBg,
    token.colorPrimaryBgHover,
    token.colorFillAlter,
    token.colorFillTertiary,
  ]
  return [...opaqueGrounds, ...opaqueGrounds.flatMap((ground) => tints.map((tint) => blend(tint, ground)))]
}

/**
 * Returns the first shade of the palette that is readable on all backgrounds; if none is, mixes it with white
 * or ink.
 */
const textShade = (seed: string, scheme: Scheme): string => {
  const grounds = groundsOf(seed, scheme)
  const shades = shadesOf(seed, scheme).slice(5)
  const mixedShades = [0.2, 0.4, 0.6, 0.8].map((share) =>
    mix(shades.at(-1) ?? seed, scheme.dark ? white : ink, share),
  )
  const readableShade = [...shades, ...mixedShades].find((shade) =>
    grounds.every((ground) => contrast(shade, ground) >= minContrast),
  )
  if (!readableShade) throw new Error(`no readable text shade for ${seed}`)
  return readableShade
}

/**
 * Returns the fill of a primary button and its text colour. A seed that nearly supports white text is made a
 * shade deeper; one far from it (yellow, lime, cyan) stays bright and gets dark text.
 */
const fillShades = (seed: string, scheme: Scheme) => {
  const shades = shadesOf(seed, scheme)
  const deeperStep = scheme.dark ? -1 : 1
  const shadeAt = (index: number): string => shades[index] ?? seed
  const seedShade = shadeAt(5)
  if (contrast(seedShade, white) >= 3) {
    const index = [5, 5 + deeperStep, 5 + 2 * deeperStep].find(
      (shade) => contrast(shadeAt(shade), white) >= minContrast,
    )
    if (index === undefined) throw new Error(`no fill for white text from ${seed}`)
    return {
      fill: shadeAt(index),
      hover: shadeAt(index + deeperStep),
      active: shadeAt(index + 2 * deeperStep),
      onFill: white,
    }
  }
  const activeShade =
    [shadeAt(5 + deeperStep), seedShade].find((shade) => contrast(shade, ink) >= minContrast) ?? seedShade
  return { fill: seedShade, hover: shadeAt(5 - deeperStep), active: activeShade, onFill: ink }
}

export interface ReadableShades {
  text: string
  fill: string
  hover: string
  active: string
  onFill: string
}

export const findReadableShades = (seed: string, scheme: Scheme): ReadableShades => {
  const shades = { text: textShade(seed, scheme), ...fillShades(seed, scheme) }
  for (const ground of [shades.fill, shades.hover, shades.active])
    if (contrast(ground, shades.onFill) < minContrast)
      throw new Error(
        `${shades.onFill} on ${ground} (${seed}) has only ${contrast(ground, shades.onFill).toFixed(2)}:1`,
      )
  return shades
}
