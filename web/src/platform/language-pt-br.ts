import { ptBR } from '@baseline/contract/messages/pt-BR.ts'
import antdLocale from 'antd/locale/pt_BR'

/** Everything that speaks Portuguese; loaded only when Portuguese is chosen. */
export const language = { messages: ptBR, antdLocale }
