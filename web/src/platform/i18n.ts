import type { BrowserMessages } from '@baseline/contract/messages/en.ts'
import {
  defaultLanguage,
  languages,
  translateIfKnown,
  translator,
} from '@baseline/contract/messages/translate.ts'
import type { Language, MessageKey, Shape, Translate } from '@baseline/contract/messages/translate.ts'
import type { Locale } from 'antd/es/locale'

const storageKey = 'language'

/**
 * The selector is 100 px wide with 58 px for the text. "Português" needs 68 px, so both languages are shown
 * as codes. spec §1
 */
export const languageNames: Record<Language, { short: string; full: string }> = {
  en: { short: 'EN', full: 'English' },
  'pt-BR': { short: 'PT-BR', full: 'Português' },
}

const loaders = {
  en: () => import('./language-en.ts'),
  'pt-BR': () => import('./language-pt-br.ts'),
}

interface LoadedLanguage {
  messages: Shape<BrowserMessages>
  antdLocale: Locale | undefined
  translate: Translate
}

let loadedLanguage: LoadedLanguage | undefined

/** Changing the language reloads the page, so one translator is enough. spec §1 */
export const t: Translate = (key, ...params) => loadedLanguage?.translate(key, ...params) ?? key

/** Returns the text of a key that is known only at run time, such as an error code. */
export const textOf = (key: string, params?: Record<string, unknown>): string | undefined =>
  loadedLanguage && translateIfKnown(loadedLanguage.messages, key, params)

/**
 * Returns the text of a key stored in data. Such texts take no parameters, which the key's type cannot
 * express.
 */
export const label = (key: MessageKey): string => textOf(key) ?? key

export const antdLocale = (): Locale | undefined => loadedLanguage?.antdLocale

/** Reads the choice from the browser; unknown values mean English. spec §1 */
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
  loadedLanguage = {
    messages: chunk.messages,
    antdLocale: chunk.antdLocale,
    translate: translator(chunk.messages),
  }
  document.documentElement.lang = language
  document.title = t('app.title')
}
