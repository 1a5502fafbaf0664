import type { Shape } from '../messages/translate.ts'
import type { dashboard as en } from './messages.en.ts'

export const dashboard = {
  menu: 'Painel',
  welcome: 'Boas-vindas, {name}',
  intro: 'Os números da pesquisa aparecerão aqui.',
  yourRoles: 'Suas funções',
} as const satisfies Shape<typeof en>
