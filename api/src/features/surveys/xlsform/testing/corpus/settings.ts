import type { CorpusEntry } from '../corpus-workbook.ts'

/** The sheet settings. */
export const settingsCorpus: readonly CorpusEntry[] = [
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
    name: 'instance_name that is no expression',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | instance_name
a | A | Household of \${q}`,
    },
    outcome: ['loaded', 'warning settings!C2 Household (character 1) is not expected here'],
  },
  {
    name: 'instance_name of an unknown question',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | instance_name
a | A | \${village}`,
    },
    outcome: ['loaded', 'warning settings!C2 there is no question village'],
  },
  {
    name: 'instance_name with the label of a choice and a repeat',
    sheets: {
      survey: `type | name | label
select_one sides | side | Side
begin_repeat | members | Members
text | member | Name
end_repeat | | `,
      choices: `list_name | name | label
sides | left | Left
sides | right | Right`,
      settings: `form_id | form_title | instance_name
a | A | concat(jr:choice-name(\${side}, '\${side}'), '-', count(\${members}))`,
    },
    outcome: ['loaded'],
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
    name: 'the id of a form of the product',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title
baseline_returned | A`,
    },
    outcome: ['refused settings!A2 baseline_returned is the id of the list of returned interviews on phones'],
  },
  {
    name: 'client_editable',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | client_editable
a | A | No`,
    },
    outcome: ['loaded'],
  },
  {
    name: 'client_editable that is neither yes nor no',
    sheets: {
      survey: `type | name | label
text | q | Q`,
      settings: `form_id | form_title | client_editable
a | A | perhaps`,
    },
    outcome: ['loaded', 'warning settings!C2 perhaps is neither yes nor no'],
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
]
