import type { Shape } from '../messages/translate.ts'
import type { devices as en } from './messages.en.ts'

export const devices = {
  menu: 'Dispositivos',
  title: 'Dispositivos',
} as const satisfies Shape<typeof en>
