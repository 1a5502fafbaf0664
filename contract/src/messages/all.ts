import { en } from './en.ts'
import type { Messages } from './en.ts'
import { ptBR } from './pt-BR.ts'
import type { Language, Shape } from './translate.ts'

/** All languages, for the servers; the browser loads only its own. */
export const messagesByLanguage: Record<Language, Shape<Messages>> = { en, 'pt-BR': ptBR }
