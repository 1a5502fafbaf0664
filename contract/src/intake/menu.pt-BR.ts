import type { Shape } from '../messages/translate.ts'
import type { intakeMenu as en } from './menu.en.ts'

export const intakeMenu = {
  menu: 'Caixa de entrada',
  title: 'Caixa de entrada',
} as const satisfies Shape<typeof en>
