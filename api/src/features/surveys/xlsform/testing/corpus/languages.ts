import { settings } from '../corpus-workbook.ts'
import type { CorpusEntry } from '../corpus-workbook.ts'

/** Translations. */
export const languagesCorpus: readonly CorpusEntry[] = [
  {
    name: 'two languages',
    sheets: {
      survey: `type | name | label::English (en) | label::Português (pt)
text | q | Q | P`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a language without a code',
    sheets: {
      survey: `type | name | label::English
text | q | Q`,
      settings,
    },
    outcome: [
      'loaded',
      'warning survey!C1 label::English has no language code; en is used. Write the code after the name, like label::English (en)',
    ],
  },
  {
    name: 'a language without a known code',
    sheets: {
      survey: `type | name | label::Klingonish
text | q | Q`,
      settings,
    },
    outcome: [
      'loaded',
      'warning survey!C1 label::Klingonish has no language code; qaa-x-klingoni is used. Write the code after the name, like label::English (en)',
    ],
  },
  {
    name: 'a missing translation',
    sheets: {
      survey: `type | name | label::English (en) | label::Português (pt)
text | q | | P`,
      settings,
    },
    outcome: ['loaded', 'warning survey!C2 the label in en is missing; the name or another language is used'],
  },
  {
    name: 'default_language that no column has',
    sheets: {
      survey: `type | name | label::English (en)
text | q | Q`,
      settings: `form_id | form_title | default_language
c | C | French (fr)`,
    },
    outcome: ['refused settings!C2 French (fr) is not a language of this form'],
  },
]
