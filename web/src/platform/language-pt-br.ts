import { ptBR } from '@baseline/contract/messages/pt-BR.ts'
import antdLocale from 'antd/locale/pt_BR'

/** Portuguese texts and locale, loaded only when Portuguese is chosen. */
export const language = { messages: ptBR, antdLocale }
