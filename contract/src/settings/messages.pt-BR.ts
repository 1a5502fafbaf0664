import type { Shape } from '../messages/translate.ts'
import type { settings as en } from './messages.en.ts'

export const settings = {
  menu: 'Configurações',
  title: 'Configurações',
  theme: 'Tema',
  intro: 'As cores que todos aqui veem. Escolher uma já a mostra; salvar a mantém.',
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
