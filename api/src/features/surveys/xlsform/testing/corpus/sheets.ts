import { settings } from '../corpus-workbook.ts'
import type { CorpusEntry } from '../corpus-workbook.ts'

/** Sheets and cells of the workbook. */
export const sheetsCorpus: readonly CorpusEntry[] = [
  {
    name: 'another sheet',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings,
      ideas: `a
b`,
    },
    outcome: ['loaded', 'warning ideas!A1 the sheet ideas is ignored'],
  },
  {
    name: 'a sheet that the author hides',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings,
      _ideas: `a
b`,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a failed formula',
    sheets: {
      survey: `type | name | label
text | q | #REF!`,
      settings,
    },
    outcome: ['refused survey!C2 the cell does not contain readable text: #REF!'],
  },
]
