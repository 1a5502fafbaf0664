import * as palettes from '@ant-design/colors'
import type { Theme } from '@baseline/contract/settings/contract.ts'

const primary = (palette: palettes.Palette): string => {
  if (!palette.primary) throw new Error('antd has renamed its palettes')
  return palette.primary
}

/** Base colour of each theme, from antd's palettes, whose names the themes have. spec §3 */
export const seeds: Record<Theme, string> = {
  default: '#1677ff',
  cyan: primary(palettes.cyan),
  'geek-blue': primary(palettes.geekblue),
  gold: primary(palettes.gold),
  lime: primary(palettes.lime),
  magenta: primary(palettes.magenta),
  orange: primary(palettes.orange),
  'polar-green': primary(palettes.green),
  purple: primary(palettes.purple),
  red: primary(palettes.red),
  volcano: primary(palettes.volcano),
  yellow: primary(palettes.yellow),
}
