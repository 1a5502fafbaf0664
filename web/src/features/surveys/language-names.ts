import { languageName } from '@baseline/contract/surveys/language-name.ts'

import { chosenLanguage } from '#platform/i18n.ts'

export const languageNames = (tags: readonly string[]): string =>
  tags.map((tag) => languageName(tag, chosenLanguage())).join(', ')
