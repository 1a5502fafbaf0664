import type { Messages } from '@baseline/contract/messages/en.ts'
import {
  defaultLanguage,
  languages,
  translateIfKnown,
  translator,
} from '@baseline/contract/messages/translate.ts'
import type { Language, MessageKey, Shape, Translate } from '@baseline/contract/messages/translate.ts'
import type { Locale } from 'antd/es/locale'

const storageKey = 'language'

/** The selector is 100 wide and leaves 58 for its text: "Português" (68) would be cut, so both are codes. spec §1 */
export const languageNames: Record<Language, { short: string; full: string }> = {
  en: { short: 'EN', full: 'English' },
  'pt-BR': { short: 'PT-BR', full: 'Português' },
}

const loaders = {
  en: () => import('./language-en.ts'),
  'pt-BR': () => import('./language-pt-br.ts'),
}

interface Loaded {
  messages: Shape<Messages>
  antdLocale: Locale | undefined
  translate: Translate
}

let loaded: Loaded | undefined

/** A changed language reloads the page, so one translator serves for the whole life of it. spec §1 */
export const t: Translate = (key, ...params) => loaded?.translate(key, ...params) ?? key

/** The text of a key that only arrives at run time, such as an error code. */
export const textOf = (key: string, params?: Record<string, unknown>): string | undefined =>
  loaded && translateIfKnown(loaded.messages, key, params)

/** For keys kept in data: those texts take no values, which the type of a plain key cannot say. */
export const label = (key: MessageKey): string => textOf(key) ?? key

export const antdLocale = (): Locale | undefined => loaded?.antdLocale

/** The choice is remembered in the browser; anything unknown there means English. spec §1 */
export const chosenLanguage = (): Language => {
  const stored = localStorage.getItem(storageKey)
  return languages.find((language) => language === stored) ?? defaultLanguage
}

export const chooseLanguage = (language: Language): void => {
  localStorage.setItem(storageKey, language)
  location.reload()
}

export const loadLanguage = async (language: Language): Promise<void> => {
  const chunk = (await loaders[language]()).language
  loaded = { messages: chunk.messages, antdLocale: chunk.antdLocale, translate: translator(chunk.messages) }
  document.documentElement.lang = language
  document.title = t('app.title')
}
