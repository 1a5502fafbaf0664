import type { SheetRows } from '@baseline/tabular/read-workbook.ts'

import { lists, sections } from './questionnaire.ts'
import type { HouseholdQuestion } from './questionnaire.ts'

type Cell = string | null

const meanings: Readonly<Record<string, string>> = {
  dont_know: 'dont_know',
  refused: 'refused',
  other: 'other',
}

const toLabel = (value: string): string => value.charAt(0).toUpperCase() + value.slice(1).replaceAll('_', ' ')

const columns = [
  'type',
  'name',
  'label',
  'required',
  'relevant',
  'baseline::personal',
  'baseline::feeds',
  'baseline::soft_min',
  'baseline::soft_max',
  'baseline::key',
] as const
type Row = Partial<Record<(typeof columns)[number], string>>

const toCells = (row: Row): Cell[] => columns.map((column) => row[column] ?? null)

const required = { required: 'yes' }
const personal = { 'baseline::personal': 'yes' }
const feeds = (column: string) => ({ 'baseline::feeds': column })

const identification: readonly Row[] = [
  { type: 'begin_group', name: 'identification', label: 'Identification' },
  { type: 'date', name: 'interview_date', label: 'Date', ...required, ...feeds('surveyDate') },
  { type: 'select_one district', name: 'district', label: 'District', ...required, ...feeds('districtName') },
  { type: 'text', name: 'village', label: 'Village', ...required, ...feeds('village') },
  { type: 'text', name: 'household_code', label: 'Code on the door', ...required, 'baseline::key': 'yes' },
  {
    type: 'text',
    name: 'household_name',
    label: 'Name of the head',
    ...required,
    ...personal,
    ...feeds('householdName'),
  },
  { type: 'geopoint', name: 'position', label: 'Position of the house', ...personal, ...feeds('location') },
  { type: 'select_one agreement', name: 'consent', label: 'Do you agree to the interview?', ...required },
  { type: 'end_group' },
]

const people: readonly Row[] = [
  { type: 'begin_group', name: 'people', label: 'Members', relevant: "${consent} = 'yes'" },
  {
    type: 'integer',
    name: 'head_age',
    label: 'Age of the head',
    ...required,
    'baseline::soft_min': '15',
    'baseline::soft_max': '99',
  },
  { type: 'integer', name: 'household_size', label: 'Number of members', ...required },
  { type: 'begin_repeat', name: 'members', label: 'Member' },
  { type: 'text', name: 'member_name', label: 'First name', ...required, ...personal },
  { type: 'select_one sex', name: 'member_sex', label: 'Sex', ...required },
  { type: 'integer', name: 'member_age', label: 'Age in years', ...required },
  { type: 'select_one relation', name: 'member_relation', label: 'Relation to the head', ...required },
  { type: 'select_one yes_no', name: 'member_works', label: 'Works', relevant: '${member_age} >= 15' },
  { type: 'end_repeat' },
  { type: 'end_group' },
]

const rowOf = ({ name, label, list, number: draw, after, softMax }: HouseholdQuestion): Row => ({
  type: list ? `select_one ${list}` : draw && draw.step < 1 ? 'decimal' : 'integer',
  name,
  label,
  ...required,
  ...(after && { relevant: `\${${after}} = 'yes'` }),
  ...(softMax !== undefined && { 'baseline::soft_max': String(softMax) }),
})

const sectionRows = Object.entries(sections).flatMap(([name, section]): Row[] => [
  { type: 'begin_group', name: `section_${name}`, label: toLabel(name), relevant: "${consent} = 'yes'" },
  ...section.map(rowOf),
  { type: 'end_group' },
])

const ending: readonly Row[] = [
  { type: 'text', name: 'phone', label: 'Phone number', ...personal, ...feeds('respondentPhone') },
  { type: 'text', name: 'remarks', label: 'Remarks' },
]

/** Returns the questionnaire as the sheets of a workbook. */
export const workbookSheets = (formId: string): SheetRows[] => [
  {
    name: 'survey',
    rows: [[...columns], ...[...identification, ...people, ...sectionRows, ...ending].map(toCells)],
  },
  {
    name: 'choices',
    rows: [
      ['list_name', 'name', 'label', 'baseline::means'],
      ...Object.entries(lists).flatMap(([list, choices]) =>
        Object.keys(choices).map((value): Cell[] => [
          list,
          value,
          toLabel(value),
          list === 'agreement' && value === 'no' ? 'consent_refused' : (meanings[value] ?? null),
        ]),
      ),
    ],
  },
  {
    name: 'settings',
    rows: [
      ['form_title', 'form_id', 'baseline::time_zone'],
      ['Household survey', formId, 'Africa/Maputo'],
    ],
  },
]
