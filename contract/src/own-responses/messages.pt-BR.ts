import type { Shape } from '../messages/translate.ts'
import type { ownResponses as en } from './messages.en.ts'

export const ownResponses = {
  menu: 'Minhas entrevistas',
  title: 'Minhas entrevistas',
} as const satisfies Shape<typeof en>
