import type { Shape } from '../messages/translate.ts'
import type { settings as en } from './messages.en.ts'

export const settings = {
  menu: 'Configurações',
  title: 'Configurações',
  theme: 'Tema',
  intro: 'Cores vistas por todos. A prévia é imediata; salve para aplicar.',
  save: { success: 'Configurações salvas. A página será recarregada em {0} segundos.' },
  themes: {
    default: 'Azul (padrão)',
    cyan: 'Ciano',
    'geek-blue': 'Azul intenso',
    gold: 'Dourado',
    lime: 'Lima',
    magenta: 'Magenta',
    orange: 'Laranja',
    'polar-green': 'Verde polar',
    purple: 'Roxo',
    red: 'Vermelho',
    volcano: 'Vulcão',
    yellow: 'Amarelo',
  },
} as const satisfies Shape<typeof en>
