import { serverEn } from './server.en.ts'
import type { Messages } from './server.en.ts'
import { serverPtBR } from './server.pt-BR.ts'
import type { Language, Shape } from './translate.ts'

/** All languages, for the servers; the browser loads only its own. */
export const messagesByLanguage: Record<Language, Shape<Messages>> = { en: serverEn, 'pt-BR': serverPtBR }
