import { settings } from '../corpus-workbook.ts'
import type { CorpusEntry } from '../corpus-workbook.ts'

/** Columns of the product. */
export const marksCorpus: readonly CorpusEntry[] = [
  {
    name: 'baseline::feeds',
    sheets: {
      survey: `type | name | label | baseline::feeds
text | q | Q | village`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'baseline::feeds with an unknown column',
    sheets: {
      survey: `type | name | label | baseline::feeds
text | q | Q | town`,
      settings,
    },
    outcome: [
      'refused survey!D2 town must be one of districtName, village, villageType, villageCategory, householdName, location, surveyDate, investigatorName, investigatorMobileNumber, supervisorName, respondentPhone',
    ],
  },
  {
    name: 'baseline::personal that is neither yes nor no',
    sheets: {
      survey: `type | name | label | baseline::personal
text | q | Q | maybe`,
      settings,
    },
    outcome: ['refused survey!D2 maybe is neither yes nor no'],
  },
  {
    name: 'baseline::soft_max on a text',
    sheets: {
      survey: `type | name | label | baseline::soft_max
text | q | Q | 3`,
      settings,
    },
    outcome: ['refused survey!D2 3 is not a limit: it must be a number, and the answers must be numbers'],
  },
]
