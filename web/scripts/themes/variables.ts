import { extractStyle } from '@ant-design/static-style-extract'
import { ConfigProvider } from 'antd'
import type { ThemeConfig } from 'antd'
import { createElement } from 'react'

import { themeKey } from '../../src/platform/theme-tokens.ts'
import { algorithmOf, designTokens, findReadableShades, tokensOf } from './readable.ts'
import type { ReadableShades, Scheme } from './readable.ts'

/** Maps selector → variable → value. */
export type Variables = Map<string, Map<string, string>>

/** Renders every antd component once and reads the variables registered under our key. */
const readVariables = (scheme: Scheme, config: ThemeConfig): Variables => {
  const css = extractStyle({
    customTheme: (node) =>
      createElement(
        ConfigProvider,
        {
          theme: {
            cssVar: { key: themeKey },
            hashed: false,
            algorithm: algorithmOf(scheme),
            ...config,
            token: { ...tokensOf(scheme), ...config.token },
          },
        },
        node,
      ),
  })
  const variables: Variables = new Map()
  for (const [, selector = '', block = ''] of css.matchAll(/([^{}]+)\{(--[^{}]+)\}/g)) {
    if (!selector.includes(themeKey)) continue
    const declarations = variables.get(selector.trim()) ?? new Map<string, string>()
    variables.set(selector.trim(), declarations)
    for (const declaration of block.split(';')) {
      const colon = declaration.indexOf(':')
      if (colon > 0) declarations.set(declaration.slice(0, colon).trim(), declaration.slice(colon + 1).trim())
    }
  }
  return variables
}

/** Variables that the application registers without a theme file. */
export const plainVariables = (scheme: Scheme): Variables => readVariables(scheme, {})

/** Components in which antd writes text in or on the accent colour. */
const readableComponents = ({ text, onFill }: ReadableShades): NonNullable<ThemeConfig['components']> => ({
  Button: { primaryColor: onFill, defaultHoverColor: text, defaultActiveColor: text },
  Dropdown: { colorPrimary: text },
  Menu: { itemSelectedColor: text, horizontalItemSelectedColor: text, subMenuItemSelectedColor: text },
  Pagination: { itemActiveColor: text, itemActiveColorHover: text },
  Tabs: { itemSelectedColor: text, itemHoverColor: text, itemActiveColor: text },
  Radio: { buttonSolidCheckedColor: onFill, buttonSolidCheckedHoverBg: text },
  Checkbox: { colorWhite: onFill },
  DatePicker: { colorTextLightSolid: onFill },
  Steps: { colorTextLightSolid: onFill },
})

const setAll = (declarations: Map<string, string> | undefined, names: string[], value: string): void => {
  if (!declarations) throw new Error(`antd no longer registers its variables under .${themeKey}`)
  for (const name of names) declarations.set(name, value)
}

/** Variables of one theme; every colour of the seed is replaced with a readable one. */
export const themeVariables = (seed: string, scheme: Scheme): Variables => {
  const shades = findReadableShades(seed, scheme)
  const token = designTokens(seed, scheme)
  const variables = readVariables(scheme, {
    token: { colorPrimary: seed, colorInfo: seed },
    components: readableComponents(shades),
  })
  const replacements = new Map([
    [token.colorPrimary, shades.fill],
    [token.colorPrimaryHover, shades.hover],
    [token.colorPrimaryActive, shades.active],
  ])
  for (const declarations of variables.values())
    for (const [name, value] of declarations) declarations.set(name, replacements.get(value) ?? value)
  const root = variables.get(`.${themeKey}`)
  // Sets the final value, because the dark algorithm would change the link colour again.
  const link = ['--ant-color-link', '--ant-color-link-hover', '--ant-color-link-active']
  const primaryText = [
    '--ant-color-primary-text',
    '--ant-color-primary-text-hover',
    '--ant-color-primary-text-active',
  ]
  setAll(root, [...link, ...primaryText], shades.text)
  setAll(root, ['--baseline-on-primary'], shades.onFill)
  return variables
}
