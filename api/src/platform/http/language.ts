import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { negotiateLanguage, translator } from '@baseline/contract/messages/translate.ts'
import type { Language, Translate } from '@baseline/contract/messages/translate.ts'

export const translatorFor = (language: Language): Translate => translator(messagesByLanguage[language])

/** Returns the preferred supported language of a request, or English. */
export const languageOf = (request: { headers: { 'accept-language'?: string | undefined } }): Language =>
  negotiateLanguage(request.headers['accept-language'])
