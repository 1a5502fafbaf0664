import type { Shape } from '../messages/translate.ts'
import type { checkRulesMenu as en } from './menu.en.ts'

export const checkRulesMenu = {
  menu: 'Verificações',
  title: 'Verificações',
} as const satisfies Shape<typeof en>
