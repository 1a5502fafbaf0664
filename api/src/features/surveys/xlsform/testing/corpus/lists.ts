import { settings } from '../corpus-workbook.ts'
import type { CorpusEntry } from '../corpus-workbook.ts'

/** Choices, in sheets and in files. */
export const listsCorpus: readonly CorpusEntry[] = [
  {
    name: 'select_one',
    sheets: {
      survey: `type | name | label
select_one yn | q | Q`,
      choices: `list_name | name | label
yn | yes | Yes
yn | no | No`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'select_multiple',
    sheets: {
      survey: `type | name | label
select_multiple crops | q | Q`,
      choices: `list_name | name | label
crops | maize | Maize
crops | beans | Beans`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'rank',
    sheets: {
      survey: `type | name | label
rank crops | q | Q`,
      choices: `list_name | name | label
crops | maize | Maize
crops | beans | Beans`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'or_other',
    sheets: {
      survey: `type | name | label
select_one crops or_other | q | Q`,
      choices: `list_name | name | label
crops | maize | Maize
crops | beans | Beans`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'or_other with a filter',
    sheets: {
      survey: `type | name | label | choice_filter
select_one crops or_other | q | Q | name = 'maize'`,
      choices: `list_name | name | label
crops | maize | Maize
crops | beans | Beans`,
      settings,
    },
    outcome: ['refused survey!D2 choice_filter is not supported together with or_other'],
  },
  {
    name: 'select without a list',
    sheets: {
      survey: `type | name | label
select_one nothing | q | Q`,
      choices: `list_name | name | label
yn | yes | Yes
yn | no | No`,
      settings,
    },
    outcome: ['refused survey!A2 the sheet choices has no list nothing'],
  },
  {
    name: 'several answers with a space in a name',
    sheets: {
      survey: `type | name | label
select_multiple l | q | Q`,
      choices: `list_name | name | label
l | one two | One`,
      settings,
    },
    outcome: [
      'refused survey!A2 the list l has the name one two with a space, which a question with several answers cannot use',
    ],
  },
  {
    name: 'select_one_from_file',
    sheets: {
      survey: `type | name | label
select_one_from_file villages.csv | q | Q`,
      settings,
    },
    files: { 'villages.csv': 'name,label\na,A\n' },
    outcome: ['loaded'],
  },
  {
    name: 'a file that is not attached',
    sheets: {
      survey: `type | name | label
select_one_from_file villages.csv | q | Q`,
      settings,
    },
    outcome: [
      'loaded',
      'warning survey!A2 the file villages.csv is not attached; the survey cannot be opened without it',
    ],
  },
  {
    name: 'a file in Latin-1',
    sheets: {
      survey: `type | name | label
select_one_from_file villages.csv | q | Q`,
      settings,
    },
    files: { 'villages.csv': 'name,label\na,\uDCE7\n' },
    outcome: ['refused survey!A2 the attached file villages.csv is damaged, too large or not in UTF-8'],
  },
  {
    name: 'a map as a list',
    sheets: {
      survey: `type | name | label
select_one_from_file towns.geojson | q | Q`,
      settings,
    },
    files: {
      'towns.geojson': '{"type":"FeatureCollection","features":[{"id":"a","properties":{"title":"A"}}]}',
    },
    outcome: ['loaded'],
  },
  {
    name: 'a map that is no collection',
    sheets: {
      survey: `type | name | label
select_one_from_file towns.geojson | q | Q`,
      settings,
    },
    files: { 'towns.geojson': '[]' },
    outcome: ['refused survey!A2 the attached file towns.geojson is damaged, too large or not in UTF-8'],
  },
  {
    name: 'a list in another format',
    sheets: {
      survey: `type | name | label
select_one_from_file list.xml | q | Q`,
      settings,
    },
    outcome: ['refused survey!A2 the type select_one_from_file list.xml is not supported'],
  },
  {
    name: 'other columns of a file',
    sheets: {
      survey: `type | name | label | parameters
select_one_from_file villages.csv | q | Q | value=code`,
      settings,
    },
    files: { 'villages.csv': 'code,label\na,A\n' },
    outcome: ['refused survey!D2 other columns of a file are not supported: name them name and label'],
  },
  {
    name: 'pulldata',
    sheets: {
      survey: `type | name | label | calculation
text | a | A | 
calculate | b | | pulldata('prices', 'price', 'name', \${a})`,
      settings,
    },
    files: { 'prices.csv': 'name,price\nmaize,3\n' },
    outcome: ['loaded'],
  },
  {
    name: 'pulldata without the file',
    sheets: {
      survey: `type | name | label | calculation
text | a | A | 
calculate | b | | pulldata('prices', 'price', 'name', \${a})`,
      settings,
    },
    outcome: [
      'loaded',
      'warning survey!D3 the file prices.csv is not attached; the survey cannot be opened without it',
    ],
  },
  {
    name: 'pulldata with a column that the file lacks',
    sheets: {
      survey: `type | name | label | calculation
text | a | A | 
calculate | b | | pulldata('prices', 'cost', 'name', \${a})`,
      settings,
    },
    files: { 'prices.csv': 'name,price\nmaize,3\n' },
    outcome: ['loaded', 'warning survey!D3 the choices have no column cost, so that it is always blank'],
  },
  {
    name: 'pulldata with a calculated list',
    sheets: {
      survey: `type | name | label | calculation
text | a | A | 
calculate | b | | pulldata(\${a}, 'x', 'y', 1)`,
      settings,
    },
    outcome: ['refused survey!D3 this argument must be a text in quotation marks'],
  },
  {
    name: 'select_one_external',
    sheets: {
      survey: `type | name | label | choice_filter
select_one yn | a | A | 
select_one_external towns | q | Q | yn = \${a}`,
      choices: `list_name | name | label
yn | yes | Yes
yn | no | No`,
      settings,
      external_choices: `list_name | name | label | yn
towns | t1 | T1 | yes
towns | t1 | T2 | no`,
    },
    outcome: ['loaded', 'warning external_choices!B3 the list towns already has t1'],
  },
  {
    name: 'select_one_external without its sheet',
    sheets: {
      survey: `type | name | label
select_one_external towns | q | Q`,
      settings,
    },
    outcome: ['refused survey!A2 the sheet external_choices has no list towns'],
  },
  {
    name: 'choice_filter',
    sheets: {
      survey: `type | name | label | choice_filter
select_one yn | a | A | 
select_one l | q | Q | yn = \${a}`,
      choices: `list_name | name | label | yn
yn | yes | Yes | 
l | x | X | yes`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'choice_filter with a column that no choice has',
    sheets: {
      survey: `type | name | label | choice_filter
select_one yn | q | Q | district = 'a'`,
      choices: `list_name | name | label
yn | yes | Yes
yn | no | No`,
      settings,
    },
    outcome: ['loaded', 'warning survey!D2 the choices have no column district, so that it is always blank'],
  },
  {
    name: 'choice_filter on a text',
    sheets: {
      survey: `type | name | label | choice_filter
text | q | Q | name = 1`,
      settings,
    },
    outcome: ['loaded', 'warning survey!D2 the cell is ignored: it has no meaning for this type'],
  },
  {
    name: 'a choice twice',
    sheets: {
      survey: `type | name | label
select_one l | q | Q`,
      choices: `list_name | name | label
l | a | A
l | a | B`,
      settings,
    },
    outcome: ['refused choices!B3 the list l already has a'],
  },
  {
    name: 'a choice twice, allowed',
    sheets: {
      survey: `type | name | label
select_one l | q | Q`,
      choices: `list_name | name | label
l | a | A
l | a | B`,
      settings: `form_id | form_title | allow_choice_duplicates
c | C | yes`,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a choice without a name',
    sheets: {
      survey: `type | name | label
select_one l | q | Q`,
      choices: `list_name | name | label
l | | A`,
      settings,
    },
    outcome: ['refused choices!B2 name is missing', 'refused survey!A2 the sheet choices has no list l'],
  },
  {
    name: 'a choice without a label',
    sheets: {
      survey: `type | name | label
select_one l | q | Q`,
      choices: `list_name | name | label
l | a | `,
      settings,
    },
    outcome: [
      'loaded',
      'warning choices!C2 the label in en is missing; the name or another language is used',
    ],
  },
  {
    name: 'a choice without a list',
    sheets: {
      survey: `type | name | label
select_one l | q | Q`,
      choices: `list_name | name | label
l | a | A
 | b | B`,
      settings,
    },
    outcome: ['refused choices!A3 list_name is missing'],
  },
]
