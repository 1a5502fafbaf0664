import type { Shape } from '../messages/translate.ts'
import type { deskMenu as en } from './desk-menu.en.ts'

export const deskMenu = {
  menu: 'Fila de revisão',
  title: 'Fila de revisão',
} as const satisfies Shape<typeof en>
