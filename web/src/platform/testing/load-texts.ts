import type { Language } from '@baseline/contract/messages/translate.ts'

import { loadLanguage, loadScreenTexts } from '../i18n.ts'

/** Loads all texts of a language: of the start and of the screens. */
export const loadAllTexts = async (language: Language): Promise<void> => {
  await loadLanguage(language)
  await loadScreenTexts()
}
