import { settings } from '../corpus-workbook.ts'
import type { CorpusEntry } from '../corpus-workbook.ts'

/** Names, labels, and rows that hold no question. */
export const rowsCorpus: readonly CorpusEntry[] = [
  {
    name: 'a name in two groups',
    sheets: {
      survey: `type | name | label
begin group | g | G
text | q | Q
end group | | 
begin group | h | H
text | q | Q
end group | |`,
      settings,
    },
    outcome: ['loaded', 'warning survey!B6 row 3 already uses the name q; h_q is used here'],
  },
  {
    name: 'a name in two groups that a label refers to',
    sheets: {
      survey: `type | name | label
begin group | g | G
text | q | Q
end group | | 
begin group | h | H
text | q | Q
end group | | 
note | n | Hello \${q}`,
      settings,
    },
    outcome: ['refused survey!B6 row 3 already uses the name q'],
  },
  {
    name: 'a name twice',
    sheets: {
      survey: `type | name | label
text | q | Q
text | q | Q`,
      settings,
    },
    outcome: ['refused survey!B3 row 2 already uses the name q'],
  },
  {
    name: 'a name with an accent',
    sheets: {
      survey: `type | name | label
text | ação | Q`,
      settings,
    },
    outcome: [
      'refused survey!B2 ação is not a valid name: use letters without accents, digits, - and _, and begin with a letter',
    ],
  },
  {
    name: 'a name of Object.prototype',
    sheets: {
      survey: `type | name | label
text | constructor | Q`,
      settings,
    },
    outcome: [
      'refused survey!B2 constructor is not a valid name: use letters without accents, digits, - and _, and begin with a letter',
    ],
  },
  {
    name: 'a note without a name',
    sheets: {
      survey: `type | name | label
note | | Welcome
text | q | Q`,
      settings,
    },
    outcome: ['loaded', 'warning survey!B2 the name is missing; generated_note_name_2 is used'],
  },
  {
    name: 'a question without a name',
    sheets: {
      survey: `type | name | label
text | | Q`,
      settings,
    },
    outcome: ['refused survey!B2 name is missing'],
  },
  {
    name: 'a question without a label',
    sheets: {
      survey: `type | name | label
text | q |`,
      settings,
    },
    outcome: ['loaded', 'warning survey!C2 the label in en is missing; the name or another language is used'],
  },
  {
    name: 'a row without a type',
    sheets: {
      survey: `type | name | label
 | q | Q`,
      settings,
    },
    outcome: ['refused survey!A2 type is missing'],
  },
  {
    name: 'a row of remarks',
    sheets: {
      survey: `type | name | label | notes
text | q | Q | 
 | | | remark`,
      settings,
    },
    outcome: ['loaded', 'warning survey!A3 the row is ignored: it has no type and no name'],
  },
  {
    name: 'a disabled row',
    sheets: {
      survey: `type | name | label | disabled
text | q | Q | 
text | r | R | yes`,
      settings,
    },
    outcome: ['loaded', 'warning survey!D3 the row is ignored: it is disabled'],
  },
  {
    name: 'only metadata',
    sheets: {
      survey: `type | name | label
start | s |`,
      settings,
    },
    outcome: ['refused survey!A2 there are no questions'],
  },
]
