import { settings } from '../corpus-workbook.ts'
import type { CorpusEntry } from '../corpus-workbook.ts'

/** Groups, repeats and loops. */
export const sectionsCorpus: readonly CorpusEntry[] = [
  {
    name: 'a group',
    sheets: {
      survey: `type | name | label
begin group | g | G
text | q | Q
end group | |`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a repeat',
    sheets: {
      survey: `type | name | label
begin repeat | r | R
text | q | Q
end repeat | |`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a repeat in a group',
    sheets: {
      survey: `type | name | label
begin group | g | G
begin repeat | r | R
text | q | Q
end repeat | | 
end group | |`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a repeat in a repeat',
    sheets: {
      survey: `type | name | label
begin repeat | r | R
begin repeat | s | S
text | q | Q
end repeat | | 
end repeat | |`,
      settings,
    },
    outcome: ['refused survey!A3 a repeat inside a repeat is not supported'],
  },
  {
    name: 'repeat_count',
    sheets: {
      survey: `type | name | label | repeat_count
integer | n | N | 
begin repeat | r | R | \${n}
text | q | Q | 
end repeat | | |`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'repeat_count on a group',
    sheets: {
      survey: `type | name | label | repeat_count
begin group | r | R | 2
text | q | Q | 
end group | | |`,
      settings,
    },
    outcome: ['refused survey!D2 the column repeat_count is not supported'],
  },
  {
    name: 'a group that is not closed',
    sheets: {
      survey: `type | name | label
begin group | g | G
text | q | Q`,
      settings,
    },
    outcome: ['refused survey!A2 this group or repeat is not closed'],
  },
  {
    name: 'an end without a beginning',
    sheets: {
      survey: `type | name | label
text | q | Q
end group | |`,
      settings,
    },
    outcome: ['refused survey!A3 there is no open group or repeat to close here'],
  },
  {
    name: 'an empty group',
    sheets: {
      survey: `type | name | label
begin group | g | G
end group | | 
text | q | Q`,
      settings,
    },
    outcome: ['refused survey!A2 this group or repeat has no questions'],
  },
  {
    name: 'a loop',
    sheets: {
      survey: `type | name | label
begin loop over crops | l | L
integer | n | How much %(label)s?
end loop | |`,
      choices: `list_name | name | label
crops | maize | Maize
crops | beans | Beans`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a loop over a missing list',
    sheets: {
      survey: `type | name | label
begin loop over none_such | l | L
integer | n | N
end loop | | 
text | q | Q`,
      settings,
    },
    outcome: ['refused survey!A2 the sheet choices has no list none_such'],
  },
  {
    name: 'a loop in a loop',
    sheets: {
      survey: `type | name | label
begin loop over crops | l | L
begin loop over crops | m | M
integer | n | N
end loop | | 
end loop | |`,
      choices: `list_name | name | label
crops | maize | Maize
crops | beans | Beans`,
      settings,
    },
    outcome: [
      'refused survey!A3 a loop inside a loop is not supported: write the questions of the inner loop as rows',
    ],
  },
]
