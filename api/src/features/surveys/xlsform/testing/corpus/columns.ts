import { settings } from '../corpus-workbook.ts'
import type { CorpusEntry } from '../corpus-workbook.ts'

/** Further columns, and references in texts. */
export const columnsCorpus: readonly CorpusEntry[] = [
  {
    name: 'trigger',
    sheets: {
      survey: `type | name | label | trigger
text | a | A | 
text | q | Q | \${a}`,
      settings,
    },
    outcome: ['refused survey!D3 the column trigger is not supported'],
  },
  {
    name: 'save_to and entities',
    sheets: {
      survey: `type | name | label | save_to
text | q | Q | village`,
      settings,
      entities: `list_name | label
places | \${q}`,
    },
    outcome: [
      'loaded',
      'warning entities!A1 entities are ignored: the answers are stored, but no entity is created or updated',
      'warning survey!D2 entities are ignored: the answers are stored, but no entity is created or updated',
    ],
  },
  {
    name: 'appearance and parameters',
    sheets: {
      survey: `type | name | label | appearance | parameters
image | q | Q | annotate | max-pixels=640`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'media of a label',
    sheets: {
      survey: `type | name | label | media::image
text | q | Q | a.png`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'an unknown column',
    sheets: {
      survey: `type | name | label | colour
text | q | Q | x`,
      settings,
    },
    outcome: ['loaded', 'warning survey!D1 the column colour is ignored'],
  },
  {
    name: 'a column twice',
    sheets: {
      survey: `type | name | label | label
text | q | Q | R`,
      settings,
    },
    outcome: ['refused survey!D1 the column label appears twice'],
  },
  {
    name: 'no column type',
    sheets: {
      survey: `name | label
a | A`,
      settings,
    },
    outcome: ['refused survey!A1 there is no column type'],
  },
  {
    name: 'a reference in a label',
    sheets: {
      survey: `type | name | label
text | a | A
text | q | How is \${a}?`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a reference to no question in a label',
    sheets: {
      survey: `type | name | label
text | q | How is \${a}?`,
      settings,
    },
    outcome: ['refused survey!C2 there is no question a'],
  },
]
