import type { CorpusEntry } from './corpus-workbook.ts'

const settings = `form_id | form_title
corpus | Corpus`

/** One workbook per feature and pitfall of XLSForm, with its expected outcome. */
export const corpus: readonly CorpusEntry[] = [
  {
    name: 'type text',
    sheets: {
      survey: `type | name | label
text | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type integer',
    sheets: {
      survey: `type | name | label
integer | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type decimal',
    sheets: {
      survey: `type | name | label
decimal | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type date',
    sheets: {
      survey: `type | name | label
date | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type time',
    sheets: {
      survey: `type | name | label
time | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type dateTime',
    sheets: {
      survey: `type | name | label
dateTime | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type geopoint',
    sheets: {
      survey: `type | name | label
geopoint | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type geotrace',
    sheets: {
      survey: `type | name | label
geotrace | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type geoshape',
    sheets: {
      survey: `type | name | label
geoshape | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type image',
    sheets: {
      survey: `type | name | label
image | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type audio',
    sheets: {
      survey: `type | name | label
audio | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type video',
    sheets: {
      survey: `type | name | label
video | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type file',
    sheets: {
      survey: `type | name | label
file | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type barcode',
    sheets: {
      survey: `type | name | label
barcode | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type acknowledge',
    sheets: {
      survey: `type | name | label
acknowledge | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type note',
    sheets: {
      survey: `type | name | label
note | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type start',
    sheets: {
      survey: `type | name | label
start | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type end',
    sheets: {
      survey: `type | name | label
end | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type today',
    sheets: {
      survey: `type | name | label
today | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type deviceid',
    sheets: {
      survey: `type | name | label
deviceid | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type username',
    sheets: {
      survey: `type | name | label
username | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type email',
    sheets: {
      survey: `type | name | label
email | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type phonenumber',
    sheets: {
      survey: `type | name | label
phonenumber | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type subscriberid',
    sheets: {
      survey: `type | name | label
subscriberid | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type simserial',
    sheets: {
      survey: `type | name | label
simserial | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type audit',
    sheets: {
      survey: `type | name | label
audit | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type start-geopoint',
    sheets: {
      survey: `type | name | label
start-geopoint | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type hidden',
    sheets: {
      survey: `type | name | label
hidden | q | Q
text | other | Other`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type calculate',
    sheets: {
      survey: `type | name | label | calculation
integer | a | A | 
calculate | b | | \${a} * 2`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'type range',
    sheets: {
      survey: `type | name | label | parameters
range | q | Q | start=0 end=5 step=1`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'range without step',
    sheets: {
      survey: `type | name | label | parameters
range | q | Q | start=1 end=1`,
      settings,
    },
    outcome: ['refused survey!D2 start=1 end=1 is not a range, like start=1 end=10 step=1'],
  },
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
  {
    name: 'types in capitals and with spaces',
    sheets: {
      survey: `type | name | label
Select one yn | a | A
SELECT_MULTIPLE yn | b | B
add text prompt | c | C`,
      choices: `list_name | name | label
yn | yes | Yes
yn | no | No`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'an older type with a constraint',
    sheets: {
      survey: `type | name | label
percentage | q | Q`,
      settings,
    },
    outcome: ['loaded'],
  },
  {
    name: 'the type include',
    sheets: {
      survey: `type | name | label
include | q | Q`,
      settings,
    },
    outcome: ['refused survey!A2 the type include is not supported'],
  },
  {
    name: 'the type osm',
    sheets: {
      survey: `type | name | label
osm | q | Q
text | a | A`,
      settings,
    },
    outcome: ['refused survey!A2 the type osm is not supported'],
  },
  {
    name: 'background-audio',
    sheets: {
      survey: `type | name | label
background-audio | q | Q
text | a | A`,
      settings,
    },
    outcome: ['refused survey!A2 the type background-audio is not supported'],
  },
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
  {
    name: 'no settings',
    sheets: {
      survey: `type | name | label
text | q | Q`,
    },
    outcome: ['loaded', 'warning settings!A1 form_id is missing; corpus is used, from the name of the file'],
  },
  {
    name: 'two rows of settings',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title
a | A
b | B`,
    },
    outcome: ['refused settings!A3 there is more than one row of settings'],
  },
  {
    name: 'public_key',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | public_key
a | A | MIIB`,
    },
    outcome: ['refused settings!C2 public_key is not supported: the answers would not be encrypted'],
  },
  {
    name: 'submission_url',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | submission_url
a | A | https://example.org`,
    },
    outcome: ['refused settings!C2 submission_url is not supported: the answers would go to another server'],
  },
  {
    name: 'instance_name',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | instance_name
a | A | concat('H-', \${q})`,
    },
    outcome: ['loaded'],
  },
  {
    name: 'an unknown setting',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | colour
a | A | red`,
    },
    outcome: ['loaded', 'warning settings!C1 the column colour is ignored'],
  },
  {
    name: 'baseline::time_zone',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | baseline::time_zone
a | A | Africa/Maputo`,
    },
    outcome: ['loaded'],
  },
  {
    name: 'a time zone that does not exist',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | baseline::time_zone
a | A | Africa/Nowhere`,
    },
    outcome: ['refused settings!C2 Africa/Nowhere is not a time zone, like Africa/Maputo'],
  },
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
