import { settings } from '../corpus-workbook.ts'
import type { CorpusEntry } from '../corpus-workbook.ts'

/** Rules, calculations and first answers. */
export const expressionsCorpus: readonly CorpusEntry[] = [
  {
    name: 'required',
    sheets: {
      survey: `type | name | label | required
text | q | Q | yes`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'required as an expression',
    sheets: {
      survey: `type | name | label | required
text | a | A | 
text | q | Q | \${a} = 1`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'read_only',
    sheets: {
      survey: `type | name | label | read_only
text | q | Q | yes`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'relevant',
    sheets: {
      survey: `type | name | label | relevant
integer | a | A | 
text | q | Q | \${a} > 3`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'relevant with an unknown question',
    sheets: {
      survey: `type | name | label | relevant
text | q | Q | \${missing} = 1`,
      settings,
    },
    outcome: ['refused survey!D2 there is no question missing'],
  },
  {
    name: 'relevant that depends on itself',
    sheets: {
      survey: `type | name | label | relevant
text | q | Q | \${q} = 1`,
      settings,
    },
    outcome: ['refused survey!D2 these depend on each other: q → q'],
  },
  {
    name: 'a cycle of calculations',
    sheets: {
      survey: `type | name | label | calculation
calculate | a | | \${b}
calculate | b | | \${a}
text | q | Q |`,
      settings,
    },
    outcome: [
      'refused survey!D2 these depend on each other: a → b → a',
      'refused survey!D3 these depend on each other: a → b → a',
    ],
  },
  {
    name: 'calculate without a calculation',
    sheets: {
      survey: `type | name | label | calculation
calculate | a | | 
text | q | Q |`,
      settings,
    },
    outcome: ['refused survey!D2 calculation is missing'],
  },
  {
    name: 'an unknown function',
    sheets: {
      survey: `type | name | label | relevant
text | q | Q | frobnicate(1)`,
      settings,
    },
    outcome: ['refused survey!D2 the function frobnicate() is not supported'],
  },
  {
    name: 'a quote that is not closed',
    sheets: {
      survey: `type | name | label | relevant
text | q | Q | 'a`,
      settings,
    },
    outcome: ['refused survey!D2 the quotation mark at character 1 is not closed'],
  },
  {
    name: 'a quote that a spreadsheet program changed',
    sheets: {
      survey: `type | name | label | constraint
text | q | Q | . != 'a’`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a path',
    sheets: {
      survey: `type | name | label | relevant
text | q | Q | ../a = 1`,
      settings,
    },
    outcome: ['refused survey!D2 paths such as ../name are not supported: refer to questions by their names'],
  },
  {
    name: 'a pattern of a long text',
    sheets: {
      survey: `type | name | label | constraint
text | q | Q | regex(., '^[a-z ]{1,1000}$')`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a pattern with a large program',
    sheets: {
      survey: `type | name | label | constraint
text | q | Q | regex(., '(ab){1,1000}')`,
      settings,
    },
    outcome: ['refused survey!D2 the pattern (ab){1,1000} is not a supported regular expression'],
  },
  {
    name: 'a required note',
    sheets: {
      survey: `type | name | label | required
text | q | Q |
note | n | N | yes`,
      settings,
    },
    outcome: ['loaded', 'warning survey!D3 the cell is ignored: it has no meaning for this type'],
  },
  {
    name: 'a constraint on a note',
    sheets: {
      survey: `type | name | label | constraint
note | q | Q | . = 1`,
      settings,
    },
    outcome: ['loaded', 'warning survey!D2 the cell is ignored: it has no meaning for this type'],
  },
  {
    name: 'a constraint message',
    sheets: {
      survey: `type | name | label | constraint | constraint_message
integer | q | Q | . > 0 | Too small`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'default',
    sheets: {
      survey: `type | name | label | default
integer | q | Q | 3`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a default that is no answer',
    sheets: {
      survey: `type | name | label | default
integer | q | Q | three`,
      settings,
    },
    outcome: ['loaded', 'warning survey!D2 the default three is ignored: it is not a possible answer'],
  },
  {
    name: 'a dynamic default',
    sheets: {
      survey: `type | name | label | default
date | q | Q | today()`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a default for a picture',
    sheets: {
      survey: `type | name | label | default
image | q | Q | a.png`,
      settings,
    },
    outcome: ['loaded', 'warning survey!D2 the default a.png is ignored: it is not a possible answer'],
  },
]
