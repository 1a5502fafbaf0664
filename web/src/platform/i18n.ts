import { mergeTexts } from '@baseline/contract/messages/merge-texts.ts'
import type { Tree } from '@baseline/contract/messages/merge-texts.ts'
import {
  defaultLanguage,
  languages,
  translateIfKnown,
  translator,
} from '@baseline/contract/messages/translate.ts'
import type { Language, MessageKey, Translate } from '@baseline/contract/messages/translate.ts'
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
  en: {
    start: () => import('./language-en.ts'),
    screens: async () => (await import('@baseline/contract/messages/screens.en.ts')).screensEn,
  },
  'pt-BR': {
    start: () => import('./language-pt-br.ts'),
    screens: async () => (await import('@baseline/contract/messages/screens.pt-BR.ts')).screensPtBR,
  },
}

interface LoadedLanguage {
  language: Language
  messages: Tree
  antdLocale: Locale
  translate: Translate
}

let loadedLanguage: LoadedLanguage | undefined

/** Changing the language reloads the page, so one translator is enough. spec §1 */
export const t: Translate = (key, ...params) => loadedLanguage?.translate(key, ...params) ?? key

/** Returns the text of a key that is known only at run time, such as an error code. */
export const textOf = (key: string, params?: Record<string, unknown>): string | undefined =>
  loadedLanguage && translateIfKnown(loadedLanguage.messages, key, params)

/** The key of a text, or a text that users wrote, such as the label of a question. */
export type Label = MessageKey | { text: string }

/**
 * Returns the text of a label stored in data. Such texts take no parameters, which the key's type cannot
 * express.
 */
export const label = (given: Label): string =>
  typeof given === 'object' ? given.text : (textOf(given) ?? given)

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

const setTexts = (language: Language, messages: Tree, locale: Locale): void => {
  loadedLanguage = { language, messages, antdLocale: locale, translate: translator(messages) }
}

export const loadLanguage = async (language: Language): Promise<void> => {
  const { messages, antdLocale: locale } = (await loaders[language].start()).language
  setTexts(language, messages, locale)
  document.documentElement.lang = language
  document.title = t('app.title')
}

/** Adds the texts that are not needed at the start. */
export const loadScreenTexts = async (): Promise<void> => {
  if (!loadedLanguage) throw new Error('no language is loaded')
  const { language, messages, antdLocale: locale } = loadedLanguage
  setTexts(language, mergeTexts(messages, await loaders[language].screens()), locale)
}

/** Loads a part that uses the texts of the screens. */
export const loadWithTexts = async <Part>(load: () => Promise<Part>): Promise<Part> => {
  const [part] = await Promise.all([load(), loadScreenTexts()])
  return part
}
