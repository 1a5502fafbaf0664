import type { Shape } from '../messages/translate.ts'
import type { enumeratorsMenu as en } from './enumerator-menu.en.ts'

export const enumeratorsMenu = { menu: 'Entrevistadores' } satisfies Shape<typeof en>
