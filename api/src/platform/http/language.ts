import { messagesOf } from '@baseline/contract/messages/all.ts'
import { negotiateLanguage, translator } from '@baseline/contract/messages/translate.ts'
import type { Language, Translate } from '@baseline/contract/messages/translate.ts'

export const translateTo = (language: Language): Translate => translator(messagesOf[language])

export const languageOf = (request: { headers: { 'accept-language'?: string | undefined } }): Language =>
  negotiateLanguage(request.headers['accept-language'])
