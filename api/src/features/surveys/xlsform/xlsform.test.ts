import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { SurveyDefinition as Definition } from '@baseline/contract/surveys/master.ts'
import type { CellValue } from '@baseline/tabular/read-workbook.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

import { formatProblem } from './format-problem.ts'
import { XlsFormError } from './problem.ts'
import type { FormProblem } from './problem.ts'
import { readXlsForm } from './read-xlsform.ts'

type Rows = CellValue[][]
interface Form {
  survey?: Rows | undefined
  choices?: Rows | undefined
  settings?: Rows | undefined
  [sheet: string]: Rows | undefined
}

const settings: Rows = [
  ['form_title', 'form_id'],
  ['Household', 'household'],
]
const yesNo: Rows = [
  ['list_name', 'name', 'label'],
  ['yes_no', 'yes', 'Yes'],
  ['yes_no', 'no', 'No'],
]
const workbook = (form: Form): Promise<Uint8Array> =>
  writeWorkbook(
    Object.entries({ settings, ...form }).flatMap(([name, rows]) => (rows ? [{ name, rows }] : [])),
  )
const load = async (form: Form): Promise<SurveyDefinition> =>
  (await readXlsForm(await workbook(form), { fileName: 'household.xlsx' })).definition

const head = ['type', 'name', 'label']
const withRow = (...row: CellValue[]): Rows => [head, row]
const questions = (items: readonly Item[]): Question[] =>
  items.flatMap((item) => (item.kind === 'question' ? [item] : questions(item.items)))

interface ValidForm {
  form: Form
  shows: (definition: SurveyDefinition) => unknown
  expected: unknown
}

const validForms: Record<string, ValidForm> = {
  'a minimal form': {
    form: { survey: withRow('text', 'name', 'Name') },
    shows: (definition) => definition,
    expected: {
      formId: 'household',
      label: 'Household',
      formVersion: null,
      timeZone: null,
      languages: ['en'],
      defaultLanguage: 'en',
      choices: {},
      items: [
        {
          kind: 'question',
          key: 'name',
          type: 'text',
          labels: { en: 'Name' },
          required: false,
          personal: true,
        },
      ],
    },
  },
  'every type and its aliases': {
    form: {
      survey: [
        head,
        ...[
          'text',
          'string',
          'integer',
          'int',
          'decimal',
          'date',
          'time',
          'image',
          'photo',
          'audio',
          'add video prompt',
          'file',
          'geopoint',
          'gps',
          'note',
        ].map((type, i) => [type, `q${String(i)}`, type]),
      ],
    },
    shows: ({ items }) => questions(items).map(({ type }) => type),
    expected: [
      'text',
      'text',
      'integer',
      'integer',
      'number',
      'date',
      'time',
      'photo',
      'photo',
      'audio',
      'video',
      'file',
      'location',
      'location',
      'note',
    ],
  },
  'the name of a response': {
    form: {
      survey: withRow('text', 'q', 'Q'),
      settings: [
        ['form_title', 'form_id', 'instance_name'],
        ['Household', 'household', "concat('H-', ${q})"],
      ],
    },
    shows: ({ instanceName }) => instanceName,
    expected: "concat('H-', ${q})",
  },
  'the style of the form': {
    form: {
      survey: withRow('text', 'q', 'Q'),
      settings: [
        ['form_title', 'form_id', 'style'],
        ['Household', 'household', 'theme-grid pages'],
      ],
    },
    shows: ({ style }) => style,
    expected: 'theme-grid pages',
  },
  'a loop over a list': {
    form: {
      survey: [
        head,
        ['begin loop over yes_no', 'l', 'Answers'],
        ['integer', 'n', 'How many %(label)s?'],
        ['text', 'why_%(name)s', 'Why?'],
        ['end loop', null, null],
      ],
      choices: yesNo,
    },
    shows: ({ items: [loop] }) =>
      loop?.kind === 'group' &&
      loop.items.map((item) => [
        item.key,
        item.labels['en'],
        item.kind === 'group' && item.items.map(({ key, labels }) => [key, labels['en']]),
      ]),
    expected: [
      [
        'l_yes',
        'Yes',
        [
          ['n_yes', 'How many Yes?'],
          ['why_yes', 'Why?'],
        ],
      ],
      [
        'l_no',
        'No',
        [
          ['n_no', 'How many No?'],
          ['why_no', 'Why?'],
        ],
      ],
    ],
  },
  'single and multiple choice': {
    form: {
      survey: [head, ['select_one yes_no', 'a', 'A'], ['select_multiple yes_no', 'b', 'B']],
      choices: yesNo,
    },
    shows: ({ items, choices }) => [
      questions(items).map(({ type, list }) => [type, list]),
      Object.keys(choices),
    ],
    expected: [
      [
        ['choice', 'yes_no'],
        ['choices', 'yes_no'],
      ],
      ['yes_no'],
    ],
  },
  'types with spaces and capitals': {
    form: {
      survey: [
        head,
        ['Begin Group', 'g', 'G'],
        ['Select one yes_no', 'a', 'A'],
        ['select multiple yes_no', 'b', 'B'],
        ['end group', null, null],
      ],
      choices: yesNo,
    },
    shows: ({ items }) => questions(items).map(({ type }) => type),
    expected: ['choice', 'choices'],
  },
  'languages with their names': {
    form: {
      survey: [
        [
          'type',
          'name',
          'label::English (en)',
          'label::Português (pt-BR)',
          'hint::English (en)',
          'hint::Português (pt-BR)',
        ],
        ['text', 'a', 'Name', 'Nome', 'In full', 'Completo'],
      ],
    },
    shows: ({ items, languages, defaultLanguage }) => [
      languages,
      defaultLanguage,
      questions(items)[0]?.labels,
      questions(items)[0]?.hints,
    ],
    expected: [
      ['en', 'pt-BR'],
      'en',
      { en: 'Name', 'pt-BR': 'Nome' },
      { en: 'In full', 'pt-BR': 'Completo' },
    ],
  },
  'languages by code, with the default from the settings': {
    form: {
      survey: [
        ['type', 'name', 'label::en', 'label::pt-BR'],
        ['text', 'a', 'Name', 'Nome'],
      ],
      settings: [
        ['form_id', 'default_language'],
        ['f', 'Português (pt-BR)'],
      ],
    },
    shows: ({ defaultLanguage }) => defaultLanguage,
    expected: 'pt-BR',
  },
  'a missing translation': {
    form: {
      survey: [
        ['type', 'name', 'label::en', 'label::pt-BR'],
        ['text', 'a', 'Name', null],
      ],
    },
    shows: ({ items }) => questions(items)[0]?.labels,
    expected: { en: 'Name' },
  },
  'a label without a language, in the default language of the settings': {
    form: {
      survey: withRow('text', 'a', 'Nome'),
      settings: [
        ['form_id', 'default_language'],
        ['f', 'pt-BR'],
      ],
    },
    shows: ({ items, languages }) => [languages, questions(items)[0]?.labels],
    expected: [['pt-BR'], { 'pt-BR': 'Nome' }],
  },
  'all spellings of required': {
    form: {
      survey: [
        [...head, 'required'],
        ...['yes', 'Yes', 'TRUE', 'true()', true, 'no', 'false()', false, null].map((required, i) => [
          'text',
          `q${String(i)}`,
          'Q',
          required,
        ]),
      ],
    },
    shows: ({ items }) => questions(items).map(({ required }) => required),
    expected: [true, true, true, true, true, false, false, false, false],
  },
  'relevance, constraints and their messages': {
    form: {
      survey: [
        [...head, 'relevant', 'constraint', 'constraint_message', 'required_message'],
        ['integer', 'age', 'Age', null, '. >= 0 and . <= 120', 'Between 0 and 120', 'We need it'],
        ['text', 'school', 'School', '${age} < 18', null, null, null],
      ],
    },
    shows: ({ items }) =>
      questions(items).map(({ relevant, constraint, constraintMessages, requiredMessages }) => [
        relevant,
        constraint,
        constraintMessages,
        requiredMessages,
      ]),
    expected: [
      [undefined, '. >= 0 and . <= 120', { en: 'Between 0 and 120' }, { en: 'We need it' }],
      ['${age} < 18', undefined, undefined, undefined],
    ],
  },
  'aliases of columns': {
    form: {
      survey: [
        ['Type', ' NAME ', 'Label', 'relevance', 'constraint message'],
        ['integer', 'a', 'A', null, null],
        ['text', 'b', 'B', '${a} = 1', 'x'],
      ],
      choices: [
        ['list name', 'value', 'label'],
        ['l', 'a', 'A'],
      ],
    },
    shows: ({ items }) => questions(items)[1]?.relevant,
    expected: '${a} = 1',
  },
  'types and columns of older workbooks': {
    form: {
      survey: [
        ['Command', 'Tag', 'Caption'],
        ['q string', 'a', 'A'],
        ['add integer prompt', 'b', 'B'],
        ['Select all that apply from yes_no', 'c', 'C'],
        ['select one from yes_no', 'd', 'D'],
        ['select1 yes_no', 'e', 'E'],
        ['add select multiple prompt using yes_no', 'f', 'F'],
        ['begin lgroup', 'g', 'G'],
        ['phone number', 'h', 'H'],
        ['percentage', 'i', 'I'],
        ['end looped group', null, null],
        ['get start time', 'j', null],
        ['uri:deviceid', 'k', null],
      ],
      choices: yesNo,
    },
    shows: ({ items }) => questions(items).map(({ type, constraint }) => [type, constraint ?? null]),
    expected: [
      ['text', null],
      ['integer', null],
      ['choices', null],
      ['choice', null],
      ['choice', null],
      ['choices', null],
      ['text', "regex(., '\\d*')"],
      ['integer', '. >= 0 and . <= 100'],
      ['metadata', null],
      ['metadata', null],
    ],
  },
  'a label with its language before one without it': {
    form: {
      survey: [
        [...head, 'label::en'],
        ['text', 'a', 'Short', 'Long'],
        ['text', 'b', 'Short', null],
      ],
    },
    shows: ({ items }) => items.map(({ labels }) => labels),
    expected: [{ en: 'Long' }, { en: 'Short' }],
  },
  'labels without a language beside translations': {
    form: {
      survey: [
        [...head, 'label::Français (fr)'],
        ['text', 'a', 'Name', 'Nom'],
      ],
    },
    shows: ({ items, languages, defaultLanguage }) => [items[0]?.labels, languages, defaultLanguage],
    expected: [{ en: 'Name', fr: 'Nom' }, ['en', 'fr'], 'en'],
  },
  'further types': {
    form: {
      survey: [
        [...head, 'parameters'],
        ['dateTime', 'a', 'A', null],
        ['barcode', 'b', 'B', null],
        ['acknowledge', 'c', 'C', null],
        ['trigger', 'd', 'D', null],
        ['range', 'e', 'E', 'start=0; end=5 step=0.5'],
        ['range', 'f', 'F', null],
        ['hidden', 'g', null, null],
        ['rank yes_no', 'h', 'H', null],
        ['geotrace', 'i', 'I', null],
        ['geoshape', 'j', 'J', null],
      ],
      choices: yesNo,
    },
    shows: ({ items }) => questions(items).map(({ type, range, list }) => range ?? list ?? type),
    expected: [
      'dateTime',
      'barcode',
      'acknowledge',
      'acknowledge',
      { start: 0, end: 5, step: 0.5 },
      { start: 1, end: 10, step: 1 },
      'hidden',
      'yes_no',
      'line',
      'area',
    ],
  },
  'metadata, to which expressions can refer': {
    form: {
      survey: [
        [...head, 'relevant'],
        ['start', 'begun', null, null],
        ['today', 'today', null, null],
        ['uri:deviceid', 'deviceid', null, null],
        ['username', 'username', null, null],
        ['audit', null, null, null],
        ['text', 'a', 'A', "${begun} != ''"],
      ],
    },
    shows: ({ items }) =>
      questions(items).map(({ key, metadata, personal }) => [key, metadata ?? null, personal]),
    expected: [
      ['begun', 'start', false],
      ['today', 'today', false],
      ['deviceid', 'deviceid', true],
      ['username', 'username', true],
      ['audit', 'audit', true],
      ['a', null, false],
    ],
  },
  'calculations with the types of their results': {
    form: {
      survey: [
        [...head, 'calculation', 'bind::type'],
        ['integer', 'a', 'A', null, null],
        ['calculate', 'b', null, '${a} * 2', null],
        ['calculate', 'c', null, '${b} + 1', null],
        ['calculate', 'd', null, "concat('x', ${c})", null],
        ['calculate', 'e', null, "pulldata('yes_no', 'label', 'name', 'no')", 'int'],
        ['integer', 'f', 'F', 'count-selected(${d})', null],
      ],
      choices: yesNo,
    },
    shows: ({ items }) => questions(items).map(({ type, result }) => result ?? type),
    expected: ['integer', 'number', 'number', 'text', 'number', 'integer'],
  },
  'a text that is calculated from personal answers, which is personal': {
    form: {
      survey: [
        [...head, 'calculation', 'baseline::personal'],
        ['text', 'first', 'A', null, 'yes'],
        ['integer', 'size', 'B', null, null],
        ['calculate', 'code', null, 'concat(${first}, ${size})', null],
        ['calculate', 'copy', null, 'string(${code})', null],
        ['calculate', 'length', null, 'string-length(${first})', null],
        ['calculate', 'initial', null, 'substr(${first}, 0, 1)', 'no'],
        ['calculate', 'twice', null, 'string(${size})', null],
      ],
    },
    shows: ({ items }) => questions(items).map(({ personal }) => personal),
    expected: [true, false, true, true, false, false, false],
  },
  'conditions, defaults and read-only questions': {
    form: {
      survey: [
        [...head, 'required', 'read_only', 'default', 'relevant'],
        ['integer', 'a', 'A', 'yes', 'no', '5', 'yes'],
        ['text', 'b', 'B', '${a} > 1', 'yes', 'today()', 'FALSE'],
        ['text', 'c', 'C', 'no', '${a} = 2', 'none', null],
      ],
    },
    shows: ({ items }) =>
      questions(items).map(({ required, requiredIf, readOnly, default: first, relevant }) => [
        requiredIf ?? required,
        readOnly ?? null,
        first,
        relevant ?? null,
      ]),
    expected: [
      [true, null, '5', 'true()'],
      ['${a} > 1', 'true()', 'today()', 'false()'],
      [false, '${a} = 2', 'none', null],
    ],
  },
  'choice filters with further columns': {
    form: {
      survey: [
        [...head, 'choice_filter'],
        ['text', 'district', 'District', null],
        ['select_one villages', 'a', 'A', "District=${district} and name != 'x'"],
      ],
      choices: [
        ['list_name', 'name', 'label', 'District', 'media::image', 'notes'],
        ['villages', 'v', 'V', 'Boane', 'v.png', 'remark'],
        ['villages', 'w', 'W', null, null, null],
      ],
    },
    shows: ({ items, choices }) => [questions(items)[1]?.choiceFilter, choices['villages']],
    expected: [
      "District=${district} and name != 'x'",
      [
        {
          value: 'v',
          labels: { en: 'V' },
          media: { image: { en: 'v.png' } },
          attributes: { District: 'Boane' },
        },
        { value: 'w', labels: { en: 'W' } },
      ],
    ],
  },
  'a value twice in a list, if the settings allow it': {
    form: {
      survey: withRow('select_one l', 'a', 'A'),
      choices: [
        ['list_name', 'name', 'label'],
        ['l', 'x', 'One'],
        ['l', 'x', 'Two'],
      ],
      settings: [
        ['form_id', 'allow_choice_duplicates'],
        ['f', 'yes'],
      ],
    },
    shows: ({ choices }) => choices['l']?.length,
    expected: 2,
  },
  'a list whose values have spaces, for one answer': {
    form: { survey: withRow('select_one l:1', 'a', 'A'), choices: [...yesNo, ['l:1', 'a b', 'X']] },
    shows: ({ choices }) => choices['l:1']?.[0]?.value,
    expected: 'a b',
  },
  or_other: {
    form: {
      survey: [
        head,
        ['select_one yes_no or_other', 'a', 'A'],
        ['select all that apply from yes_no or specify other', 'b', 'B'],
      ],
      choices: yesNo,
    },
    shows: ({ items, choices }) => [
      questions(items).map(({ key, type, relevant, labels }) => [key, type, relevant ?? labels['en']]),
      choices['yes_no']?.map(({ value, labels }) => [value, labels['en']]),
    ],
    expected: [
      [
        ['a', 'choice', 'A'],
        ['a_other', 'text', "selected(${a}, 'other')"],
        ['b', 'choices', 'B'],
        ['b_other', 'text', "selected(${b}, 'other')"],
      ],
      [
        ['yes', 'Yes'],
        ['no', 'No'],
        ['other', 'Other'],
      ],
    ],
  },
  'a repeat with a number of rows': {
    form: {
      survey: [
        [...head, 'repeat_count'],
        ['integer', 'n', 'N', null],
        ['begin_repeat', 'r', 'R', '${n} + 1'],
        ['text', 'a', 'A', null],
        ['end_repeat', null, null, null],
      ],
    },
    shows: ({ items: [, item] }) => item?.kind === 'repeat' && item.count,
    expected: '${n} + 1',
  },
  'answers in labels, hints, messages and choices': {
    form: {
      survey: [
        [...head, 'hint', 'constraint', 'constraint_message'],
        ['text', 'a', 'A', null, null, null],
        ['select_one l', 'b', 'Is ${a} here?', '${ a }', ". != 'x'", 'Not ${a}'],
      ],
      choices: [
        ['list_name', 'name', 'label'],
        ['l', 'x', '${a}'],
      ],
    },
    shows: ({ items }) => questions(items)[1]?.labels,
    expected: { en: 'Is ${a} here?' },
  },
  'columns for phones, kept as they are written': {
    form: {
      survey: [
        [
          ...head,
          'appearance',
          'parameters',
          'media::image',
          'guidance_hint',
          'bind::odk:tag',
          'body::accuracyThreshold',
        ],
        ['begin_group', 'g', 'G', 'field-list', null, null, null, null, null],
        ['text', 'a', 'A', 'multiline', 'rows=5', 'a.png', 'Ask gently', 'x', '1.5'],
        ['end_group', null, null, null, null, null, null, null, null],
      ],
    },
    shows: ({ items }) => items,
    expected: [
      {
        kind: 'group',
        key: 'g',
        labels: { en: 'G' },
        appearance: 'field-list',
        items: [
          expect.objectContaining({
            appearance: 'multiline',
            parameters: 'rows=5',
            media: { image: { en: 'a.png' } },
            guidanceHints: { en: 'Ask gently' },
            attributes: { 'bind::odk:tag': 'x', 'body::accuracyThreshold': '1.5' },
          }),
        ],
      },
    ],
  },
  'marks for checks of data quality': {
    form: {
      survey: [
        [...head, 'baseline::soft_min', 'baseline::soft_max', 'baseline::key', 'baseline::feeds'],
        ['integer', 'rooms', 'Rooms', 1, 12.5, null, null],
        ['text', 'card', 'Card', null, null, 'yes', null],
        ['text', 'contact', 'Contact', null, null, null, 'respondentPhone'],
        ['select_one l', 'd', 'D', null, null, null, null],
      ],
      choices: [
        ['list_name', 'name', 'label', 'baseline::means'],
        ['l', 'x', 'X', null],
        ['l', '99', 'No answer', 'refused'],
      ],
    },
    shows: ({ items, choices }) => [
      questions(items).map(({ softMin, softMax, isKey, isRespondentPhone, personal }) =>
        [softMin, softMax, isKey, isRespondentPhone, personal].map((one) => one ?? null),
      ),
      choices['l']?.map(({ means }) => means ?? null),
    ],
    expected: [
      [
        [1, 12.5, null, null, false],
        [null, null, true, null, false],
        [null, null, null, true, true],
        [null, null, null, null, false],
      ],
      [null, 'refused'],
    ],
  },
  'nested sections': {
    form: {
      survey: [
        [...head, 'relevant'],
        ['text', 'x', 'X', null],
        ['begin_group', 'outer', 'Outer', "${x} = 'a'"],
        ['begin_group', 'inner', null, null],
        ['text', 'a', 'A', null],
        ['end_group', 'inner', null, null],
        ['end_group', null, null, null],
      ],
    },
    shows: ({ items }) => items[1],
    expected: {
      kind: 'group',
      key: 'outer',
      labels: { en: 'Outer' },
      relevant: "${x} = 'a'",
      items: [{ kind: 'group', key: 'inner', labels: {}, items: [expect.objectContaining({ key: 'a' })] }],
    },
  },
  'a repeat in a section, counted by a constraint outside': {
    form: {
      survey: [
        [...head, 'constraint'],
        ['begin group', 'g', 'G', null],
        ['begin_repeat', 'members', 'Members', null],
        ['text', 'name', 'Name', null],
        ['end_repeat', null, null, null],
        ['integer', 'size', 'Size', '. = count(${members})'],
        ['end group', null, null, null],
      ],
    },
    shows: ({ items }) => questions(items).map(({ key }) => key),
    expected: ['name', 'size'],
  },
  'personal questions by flag, by section, by type and by name': {
    form: {
      survey: [
        [...head, 'baseline::personal', 'baseline::feeds'],
        ['text', 'a', 'A', 'yes', null],
        ['begin_group', 'g', 'G', 'yes', null],
        ['text', 'b', 'B', null, null],
        ['end_group', null, null, null, null],
        ['text', 'c', 'C', null, null],
        ['image', 'd', 'D', null, null],
        ['text', 'e', 'E', null, 'householdName'],
        ['text', 'head_name', 'F', null, null],
      ],
    },
    shows: ({ items }) => questions(items).map(({ personal }) => personal),
    expected: [true, true, false, true, true, true],
  },
  'what the author says about personal questions: the question, then the nearest section': {
    form: {
      survey: [
        [...head, 'baseline::personal', 'baseline::feeds'],
        ['image', 'roof', 'Roof', 'no', null],
        ['begin_group', 'g', 'G', 'no', null],
        ['text', 'shop_owner', 'Owner of the shop', null, null],
        ['text', 'head_name', 'Name', 'yes', null],
        ['begin_group', 'h', 'H', 'yes', null],
        ['text', 'b', 'B', null, null],
        ['text', 'c', 'C', 'no', null],
        ['end_group', null, null, null, null],
        ['text', 'e', 'E', null, 'householdName'],
        ['end_group', null, null, null, null],
        ['text', 'nome', 'Nome', null, null],
      ],
    },
    shows: ({ items }) =>
      questions(items).map(({ personal, personalOverride }) => [personal, personalOverride ?? null]),
    expected: [
      [false, false],
      [false, false],
      [true, true],
      [true, true],
      [false, false],
      // The column that it fills is personal.
      [true, false],
      [true, null],
    ],
  },
  'questions that feed columns': {
    form: {
      survey: [
        [...head, 'Baseline::Feeds'],
        ['text', 'v', 'V', 'village'],
        ['select_one yes_no', 't', 'T', 'VILLAGETYPE'],
        ['geopoint', 'g', 'G', 'location'],
        ['date', 'd', 'D', 'surveyDate'],
      ],
      choices: yesNo,
    },
    shows: ({ items }) => questions(items).map(({ feeds }) => feeds),
    expected: ['village', 'villageType', 'location', 'surveyDate'],
  },
  'numbers in text cells': {
    form: {
      survey: [head, ['select_one scale', 'a', 1]],
      choices: [
        ['list_name', 'name', 'label'],
        ['scale', 1, 'One'],
        ['scale', 2.5, 25],
      ],
      settings: [
        ['form_id', 'version'],
        [42, 2026031501],
      ],
    },
    shows: ({ formId, formVersion, choices, label }) => [formId, label, formVersion, choices['scale']],
    expected: [
      '42',
      '42',
      '2026031501',
      [
        { value: '1', labels: { en: 'One' } },
        { value: '2.5', labels: { en: '25' } },
      ],
    ],
  },
  'columns about display, and blank rows': {
    form: {
      survey: [
        [...head, 'appearance', 'parameters', 'media::image::English (en)', 'notes'],
        [null, null, null, null, null, null, null],
        ['text', 'a', ' A\u00A0b ', 'multiline', 'x=1', 'a.png', 'ask gently'],
        [null],
        ['note', 'n', 'Thanks', null, null, null, null],
      ],
    },
    shows: ({ items }) => questions(items).map(({ labels }) => labels['en']),
    expected: ['A b', 'Thanks'],
  },
  'sheets in capitals, in another order, and unknown sheets': {
    form: {
      settings: undefined,
      ' Choices ': yesNo,
      Notes: [['anything']],
      SURVEY: withRow('select_one yes_no', 'a', 'A'),
      Settings: settings,
    },
    shows: ({ formId, items }) => [formId, items.length],
    expected: ['household', 1],
  },
  'typographic quotes and a line break in an expression': {
    form: {
      survey: [
        [...head, 'relevant'],
        ['text', 'a', 'A', null],
        ['text', 'b', 'B', '${a} = ‘x’\n or ${a} = “y”'],
      ],
    },
    shows: ({ items }) => questions(items)[1]?.relevant,
    expected: '${a} = ‘x’\n or ${a} = “y”',
  },
  'a relevance that refers to a later question, and patterns': {
    form: {
      survey: [
        [...head, 'relevant', 'constraint'],
        ['text', 'a', 'A', "${b} != ''", "regex(., '[A-Z]{2}[0-9]{4}')"],
        ['text', 'b', 'B', null, null],
      ],
    },
    shows: ({ items }) => items.length,
    expected: 2,
  },
  'a time zone': {
    form: {
      survey: withRow('text', 'a', 'A'),
      settings: [
        ['form_id', 'baseline::time_zone', 'style'],
        ['f', 'Africa/Maputo', 'pages'],
      ],
    },
    shows: ({ timeZone }) => timeZone,
    expected: 'Africa/Maputo',
  },
  'interviews that cannot be edited after they were finalized': {
    form: {
      survey: withRow('text', 'a', 'A'),
      settings: [
        ['form_id', 'client_editable'],
        ['f', 'No'],
      ],
    },
    shows: ({ clientEditable }) => clientEditable,
    expected: false,
  },
  'interviews that can be edited after they were finalized': {
    form: {
      survey: withRow('text', 'a', 'A'),
      settings: [
        ['form_id', 'client_editable'],
        ['f', 'yes'],
      ],
    },
    shows: ({ clientEditable }) => clientEditable,
    expected: undefined,
  },
}

describe('accepts', () => {
  test('more than twenty cases', () => {
    expect(Object.keys(validForms).length).toBeGreaterThan(20)
  })
  test.for(Object.entries(validForms))('%s', async ([, { form, shows, expected }]) => {
    const definition = await load(form)
    expect(shows(definition)).toEqual(expected)
    expect(Definition.parse(definition)).toEqual(definition)
  })
})

const longText = 'x'.repeat(5_001)
const nested = (times: number): Rows => [
  head,
  ...Array.from({ length: times }, (_, i) => ['begin_group', `g${String(i)}`, 'G']),
  ['text', 'a', 'A'],
  ...Array.from({ length: times }, () => ['end_group', null, null]),
]

const withTargets = (...rows: Rows): Form => ({
  survey: withRow('text', 'a', 'A'),
  targets: [['district', 'target'], ...rows],
})

/** Each form with the cell of its problem, and the start of the message for its author. */
const invalidForms: Record<string, [form: Form, at: string, words: string]> = {
  'a limit of a text': [
    {
      survey: [
        [...head, 'baseline::soft_min'],
        ['text', 'a', 'A', 1],
      ],
    },
    'survey!D2',
    '1 is not a limit',
  ],
  'limits in the wrong order': [
    {
      survey: [
        [...head, 'baseline::soft_min', 'baseline::soft_max'],
        ['integer', 'a', 'A', 5, 1],
      ],
    },
    'survey!E2',
    'the upper limit is less than the lower one',
  ],
  'a phone number from a date': [
    {
      survey: [
        [...head, 'baseline::feeds'],
        ['date', 'a', 'A', 'respondentPhone'],
      ],
    },
    'survey!D2',
    'this type of question cannot feed respondentPhone',
  ],
  'an unknown meaning of a choice': [
    {
      survey: withRow('text', 'a', 'A'),
      choices: [
        ['list_name', 'name', 'label', 'baseline::means'],
        ['l', 'x', 'X', 'maybe'],
      ],
    },
    'choices!D2',
    'maybe must be one of dont_know, refused, other, consent_refused',
  ],
  'an unsupported type': [
    { survey: withRow('osm roads', 'a', 'A') },
    'survey!A2',
    'the type osm roads is not supported',
  ],
  'a loop that is not closed': [
    { survey: [head, ['text', 'a', 'A'], ['begin loop over yes_no', 'b', 'B']] },
    'survey!A3',
    'this group or repeat is not closed',
  ],
  'a calculation without an expression': [
    { survey: [head, ['text', 'a', 'A'], ['calculate', 'b', null]] },
    'survey!A3',
    'calculation is missing',
  ],
  'a trigger': [
    {
      survey: [
        [...head, 'trigger'],
        ['text', 'a', 'A', null],
        ['text', 'b', 'B', '${a}'],
      ],
    },
    'survey!D3',
    'the column trigger is not supported',
  ],
  'a filter with or_other': [
    {
      survey: [
        [...head, 'choice_filter'],
        ['select_one yes_no or_other', 'a', 'A', "name = 'yes'"],
      ],
      choices: yesNo,
    },
    'survey!D2',
    'choice_filter is not supported together with or_other',
  ],
  'a range without numbers': [
    {
      survey: [
        [...head, 'parameters'],
        ['range', 'a', 'A', 'start=few end=many'],
      ],
    },
    'survey!D2',
    'start=few end=many is not a range',
  ],
  'values with spaces for several answers': [
    { survey: withRow('select_multiple l', 'a', 'A'), choices: [...yesNo, ['l', 'a b', 'X']] },
    'survey!A2',
    'the list l has the name a b with a space',
  ],
  'a reference to a missing answer in a label': [
    { survey: withRow('text', 'a', 'Hello ${name}') },
    'survey!C2',
    'there is no question name',
  ],
  'a reference to a missing answer in a choice': [
    { survey: withRow('select_one l', 'a', 'A'), choices: [...yesNo, ['l', 'x', '${name}']] },
    'choices!C4',
    'there is no question name',
  ],
  'a condition in required that refers to nothing': [
    {
      survey: [
        [...head, 'required'],
        ['text', 'a', 'A', "${b} = 'x'"],
      ],
    },
    'survey!D2',
    'there is no question b',
  ],
  'an unsupported function': [
    {
      survey: [
        [...head, 'constraint'],
        ['integer', 'a', 'A', '. < digest(., 1)'],
      ],
    },
    'survey!D2',
    'the function digest() is not supported',
  ],
  'a target that is not a number': [
    withTargets(['Tete', 'many']),
    'targets!B2',
    'many is not a number of responses',
  ],
  'a target of zero': [withTargets(['Tete', 0]), 'targets!B2', '0 is not a number of responses'],
  'a district twice': [withTargets(['Tete', 5], ['TETE', 6]), 'targets!A3', 'TETE already has a target'],
  'no sheet survey': [{ choices: yesNo }, 'survey!A1', 'the workbook has no sheet survey'],
  'a key that would encrypt answers': [
    {
      survey: withRow('text', 'a', 'A'),
      settings: [
        ['form_id', 'public_key'],
        ['f', 'MIIB'],
      ],
    },
    'settings!B2',
    'public_key is not supported: the answers would not be encrypted',
  ],
  'another server for the answers': [
    {
      survey: withRow('text', 'a', 'A'),
      settings: [
        ['form_id', 'submission_url'],
        ['f', 'https://example.org'],
      ],
    },
    'settings!B2',
    'submission_url is not supported: the answers would go to another server',
  ],
  'two rows of settings': [
    { survey: withRow('text', 'a', 'A'), settings: [...settings, ['Other', 'other']] },
    'settings!B3',
    'there is more than one row',
  ],
  'an unknown time zone': [
    {
      survey: withRow('text', 'a', 'A'),
      settings: [
        ['form_id', 'baseline::time_zone'],
        ['f', 'Mars/Olympus'],
      ],
    },
    'settings!B2',
    'Mars/Olympus is not a time zone',
  ],
  'an unknown default language': [
    {
      survey: [
        ['type', 'name', 'label::en'],
        ['text', 'a', 'A'],
      ],
      settings: [
        ['form_id', 'default_language'],
        ['f', 'French (fr)'],
      ],
    },
    'settings!B2',
    'French (fr) is not a language',
  ],
  'a title that is too long': [
    {
      survey: withRow('text', 'a', 'A'),
      settings: [
        ['form_id', 'form_title'],
        ['f', 'x'.repeat(256)],
      ],
    },
    'settings!B2',
    'this is longer than 255',
  ],
  'a column twice': [
    {
      survey: [
        [...head, 'Label'],
        ['text', 'a', 'A', 'B'],
      ],
    },
    'survey!D1',
    'the column Label appears twice',
  ],
  'no column type': [
    {
      survey: [
        ['name', 'label'],
        ['a', 'A'],
      ],
    },
    'survey!A1',
    'there is no column type',
  ],
  'no questions': [{ survey: [head] }, 'survey!A2', 'there are no questions'],
  'a row without a type': [
    { survey: [head, ['text', 'a', 'A'], [null, 'b', 'B']] },
    'survey!A3',
    'type is missing',
  ],
  'a row without a name': [{ survey: withRow('text', null, 'A') }, 'survey!B2', 'name is missing'],
  'a name with a space': [{ survey: withRow('text', 'a b', 'A') }, 'survey!B2', 'a b is not a valid name'],
  'a name with an accent': [
    { survey: withRow('text', 'água', 'A') },
    'survey!B2',
    'água is not a valid name',
  ],
  'a name from the object prototype': [
    { survey: withRow('text', '__proto__', 'A') },
    'survey!B2',
    '__proto__ is not a valid name',
  ],
  'a name twice': [
    { survey: [head, ['text', 'a', 'A'], ['text', 'b', 'B'], ['date', 'a', 'C']] },
    'survey!B4',
    'row 2 already uses the name a',
  ],
  'other columns of a file': [
    {
      survey: [
        [...head, 'parameters'],
        ['select_one_from_file a.csv', 'a', 'A', 'value=code'],
      ],
    },
    'survey!D2',
    'other columns of a file are not supported',
  ],
  'a type from the object prototype': [
    { survey: withRow('constructor', 'a', 'A') },
    'survey!A2',
    'the type constructor is not supported',
  ],
  'a missing list': [
    { survey: withRow('select_one crops', 'a', 'A'), choices: yesNo },
    'survey!A2',
    'the sheet choices has no list crops',
  ],
  'a list from the object prototype': [
    { survey: withRow('select_one toString', 'a', 'A'), choices: yesNo },
    'survey!A2',
    'the sheet choices has no list toString',
  ],
  'a group that is never closed': [
    { survey: [head, ['begin_group', 'g', 'G'], ['text', 'a', 'A']] },
    'survey!A2',
    'this group or repeat is not closed',
  ],
  'an end without a beginning': [
    { survey: [head, ['text', 'a', 'A'], ['end_group', null, null]] },
    'survey!A3',
    'there is no open group',
  ],
  'a repeat closed as a group': [
    {
      survey: [
        head,
        ['begin_repeat', 'r', 'R'],
        ['text', 'a', 'A'],
        ['end_group', null, null],
        ['end_repeat', null, null],
      ],
    },
    'survey!A4',
    'there is no open group',
  ],
  'a repeat in a repeat': [
    {
      survey: [
        head,
        ['begin_repeat', 'r', 'R'],
        ['begin_group', 'g', 'G'],
        ['begin_repeat', 's', 'S'],
        ['text', 'a', 'A'],
        ['end_repeat', null, null],
        ['end_group', null, null],
        ['end_repeat', null, null],
      ],
    },
    'survey!A4',
    'a repeat inside a repeat',
  ],
  'an empty repeat': [
    { survey: [head, ['text', 'a', 'A'], ['begin_repeat', 'r', 'R'], ['end_repeat', null, null]] },
    'survey!A3',
    'this group or repeat has no questions',
  ],
  'a group with a constraint': [
    {
      survey: [
        [...head, 'constraint'],
        ['begin_group', 'g', 'G', '1 = 1'],
        ['text', 'a', 'A', null],
        ['end_group', null, null, null],
      ],
    },
    'survey!D2',
    'the column constraint is not supported',
  ],
  'six nested groups': [{ survey: nested(6) }, 'survey!A7', 'groups are nested more than 5 deep'],
  'an expression that ends early': [
    {
      survey: [
        [...head, 'constraint'],
        ['integer', 'a', 'A', '. >'],
      ],
    },
    'survey!D2',
    'the expression ends too early',
  ],
  'an expression with two equals signs': [
    {
      survey: [
        [...head, 'hint', 'relevant'],
        ['text', 'a', 'A', null, null],
        ['text', 'b', 'B', null, '${a} == 1'],
      ],
    },
    'survey!E3',
    '= (character 7) is not expected',
  ],
  'a reference to a missing question': [
    {
      survey: [
        [...head, 'relevant'],
        ['text', 'a', 'A', '${missing} = 1'],
      ],
    },
    'survey!D2',
    'there is no question missing',
  ],
  'a group whose relevance depends on its content': [
    {
      survey: [
        [...head, 'relevant'],
        ['begin_group', 'g', 'G', '${a} = 1'],
        ['text', 'a', 'A', null],
        ['end_group', null, null, null],
      ],
    },
    'survey!D2',
    'these depend on each other',
  ],
  'an invalid pattern': [
    {
      survey: [
        [...head, 'constraint'],
        ['text', 'a', 'A', "regex(., '[A-Z')"],
      ],
    },
    'survey!D2',
    'the pattern [A-Z is not',
  ],
  'a pattern with a lookahead': [
    {
      survey: [
        [...head, 'constraint'],
        ['text', 'a', 'A', "regex(., '(?=x)')"],
      ],
    },
    'survey!D2',
    'the pattern (?=x) is not',
  ],
  'a failed formula': [
    { survey: withRow('text', 'a', '#REF!') },
    'survey!C2',
    'the cell does not contain readable text',
  ],
  'a label that is too long': [
    { survey: withRow('text', 'a', longText) },
    'survey!C2',
    'this is longer than 5000',
  ],
  'a choice without a list': [
    { survey: withRow('text', 'a', 'A'), choices: [...yesNo, [null, 'x', 'X']] },
    'choices!A4',
    'list_name is missing',
  ],
  'a choice without a name': [
    { survey: withRow('text', 'a', 'A'), choices: [...yesNo, ['l', null, 'X']] },
    'choices!B4',
    'name is missing',
  ],
  'a choice twice': [
    { survey: withRow('text', 'a', 'A'), choices: [...yesNo, ['yes_no', 'yes', 'Again']] },
    'choices!B4',
    'the list yes_no already has yes',
  ],
  'a list name from the object prototype': [
    { survey: withRow('text', 'a', 'A'), choices: [...yesNo, ['__proto__', 'x', 'X']] },
    'choices!A4',
    '__proto__ is not a valid name',
  ],
  'an unknown feed': [
    {
      survey: [
        [...head, 'baseline::feeds'],
        ['text', 'a', 'A', 'town'],
      ],
    },
    'survey!D2',
    'town must be one of districtName',
  ],
  'a feed from the wrong type': [
    {
      survey: [
        [...head, 'baseline::feeds'],
        ['text', 'a', 'A', 'location'],
      ],
    },
    'survey!D2',
    'this type of question cannot feed location',
  ],
  'a feed from two questions': [
    {
      survey: [
        [...head, 'baseline::feeds'],
        ['text', 'a', 'A', 'village'],
        ['text', 'b', 'B', 'village'],
      ],
    },
    'survey!D3',
    'another question already feeds village',
  ],
  'a feed from a repeat': [
    {
      survey: [
        [...head, 'baseline::feeds'],
        ['begin_repeat', 'r', 'R', null],
        ['text', 'a', 'A', 'village'],
        ['end_repeat', null, null, null],
      ],
    },
    'survey!D3',
    'a question in a repeat has several answers',
  ],
  'an invalid flag': [
    {
      survey: [
        [...head, 'baseline::personal'],
        ['text', 'a', 'A', 'maybe'],
      ],
    },
    'survey!D2',
    'maybe is neither yes nor no',
  ],
}

/** Each form with the cell of its warning, the start of the message, and what was read. */
const carelessForms: Record<string, ValidForm & { at: string; words: string }> = {
  'no sheet settings': {
    form: { settings: undefined, survey: withRow('text', 'a', 'A'), choices: yesNo },
    at: 'settings!A1',
    words: 'form_id is missing; Household_survey-2 is used',
    shows: ({ formId, label }) => [formId, label],
    expected: ['Household_survey-2', 'Household_survey-2'],
  },
  'no form_id': {
    form: {
      survey: withRow('text', 'a', 'A'),
      settings: [
        ['form_title', 'form_id'],
        ['Title', null],
      ],
    },
    at: 'settings!B2',
    words: 'form_id is missing; Household_survey-2 is used',
    shows: ({ formId, label }) => [formId, label],
    expected: ['Household_survey-2', 'Title'],
  },
  'an unknown setting': {
    form: {
      survey: withRow('text', 'a', 'A'),
      settings: [
        ['form_id', 'colour'],
        ['f', 'red'],
      ],
    },
    at: 'settings!B1',
    words: 'the column colour is ignored',
    shows: ({ formId }) => formId,
    expected: 'f',
  },
  'a language without its code': {
    form: {
      survey: [
        ['type', 'name', 'label::Português'],
        ['text', 'a', 'Nome'],
      ],
    },
    at: 'survey!C1',
    words: 'label::Português has no language code; pt is used',
    shows: ({ languages, items }) => [languages, items[0]?.labels],
    expected: [['pt'], { pt: 'Nome' }],
  },
  'a single colon': {
    form: {
      survey: [
        ['type', 'name', 'label:Swahili'],
        ['text', 'a', 'Jina'],
      ],
    },
    at: 'survey!C1',
    words: 'label:Swahili has no language code; sw is used',
    shows: ({ languages }) => languages,
    expected: ['sw'],
  },
  'a language with a code of three letters': {
    form: {
      survey: [
        ['type', 'name', 'label::Cebuano'],
        ['text', 'a', 'Ngalan'],
      ],
    },
    at: 'survey!C1',
    words: 'label::Cebuano has no language code; ceb is used',
    shows: ({ languages }) => languages,
    expected: ['ceb'],
  },
  'an unknown language': {
    form: {
      survey: [
        ['type', 'name', 'label::Lingua franca'],
        ['text', 'a', 'A'],
      ],
    },
    at: 'survey!C1',
    words: 'label::Lingua franca has no language code; qaa-x-linguafr is used',
    shows: ({ languages }) => languages,
    expected: ['qaa-x-linguafr'],
  },
  'a misspelt column': {
    form: {
      survey: [
        [...head, 'relevent'],
        ['text', 'a', 'A', '1 = 2'],
      ],
    },
    at: 'survey!D1',
    words: 'the column relevent is ignored',
    shows: ({ items }) => items[0]?.relevant,
    expected: undefined,
  },
  'a row without a label': {
    form: { survey: withRow('text', 'head', null) },
    at: 'survey!C2',
    words: 'the label in en is missing',
    shows: ({ items }) => items[0]?.labels,
    expected: { en: 'head' },
  },
  'a label in another language only': {
    form: {
      survey: [
        ['type', 'name', 'label::en', 'label::pt-BR'],
        ['text', 'a', null, 'Nome'],
      ],
    },
    at: 'survey!C2',
    words: 'the label in en is missing',
    shows: ({ items }) => items[0]?.labels,
    expected: { en: 'Nome', 'pt-BR': 'Nome' },
  },
  'a repeat without a label': {
    form: { survey: [head, ['begin_repeat', 'r', null], ['text', 'a', 'A'], ['end_repeat', null, null]] },
    at: 'survey!C2',
    words: 'the label in en is missing',
    shows: ({ items }) => items[0]?.labels,
    expected: { en: 'r' },
  },
  'a choice without a label': {
    form: { survey: withRow('text', 'a', 'A'), choices: [...yesNo, ['l', 'x', null]] },
    at: 'choices!C4',
    words: 'the label in en is missing',
    shows: ({ choices }) => choices['l'],
    expected: [{ value: 'x', labels: { en: 'x' } }],
  },
  'a note without a name': {
    form: { survey: [head, ['text', 'a', 'A'], ['note', null, 'Thanks']] },
    at: 'survey!B3',
    words: 'the name is missing; generated_note_name_3 is used',
    shows: ({ items }) => items[1]?.key,
    expected: 'generated_note_name_3',
  },
  'a row of remarks': {
    form: {
      survey: [
        [...head, 'notes'],
        ['text', 'a', 'A', null],
        [null, null, null, 'Part two'],
      ],
    },
    at: 'survey!A3',
    words: 'the row is ignored',
    shows: ({ items }) => items.length,
    expected: 1,
  },
  'a disabled row': {
    form: {
      survey: [
        [...head, 'disabled'],
        ['text', 'a', 'A', null],
        ['wonder', 'b', 'B', 'yes'],
      ],
    },
    at: 'survey!D3',
    words: 'the row is ignored: it is disabled',
    shows: ({ items }) => items.length,
    expected: 1,
  },
  'a default that is not an answer': {
    form: {
      survey: [
        [...head, 'default'],
        ['integer', 'a', 'A', 'many'],
      ],
    },
    at: 'survey!D2',
    words: 'the default many is ignored',
    shows: ({ items }) => questions(items)[0]?.default,
    expected: undefined,
  },
  'a required group': {
    form: {
      survey: [
        [...head, 'required'],
        ['begin_group', 'g', 'G', 'yes'],
        ['text', 'a', 'A', null],
        ['end_group', null, null, null],
      ],
    },
    at: 'survey!D2',
    words: 'the cell is ignored',
    shows: ({ items }) => items.length,
    expected: 1,
  },
  'a value twice in a list that is always filtered': {
    form: {
      survey: [
        [...head, 'choice_filter'],
        ['text', 'district', 'District', null],
        ['select_one l', 'a', 'A', 'of = ${district}'],
      ],
      choices: [
        ['list_name', 'name', 'label', 'of'],
        ['l', '1', 'One', 'x'],
        ['l', '1', 'Other', 'y'],
      ],
    },
    at: 'choices!B3',
    words: 'the list l already has 1',
    shows: ({ choices }) => choices['l']?.length,
    expected: 2,
  },
  'an unknown sheet, and one that the author hides': {
    form: { survey: withRow('text', 'a', 'A'), Changes: [['2026']], _old: [['x']] },
    at: 'changes!A1',
    words: 'the sheet changes is ignored',
    shows: ({ items }) => items.length,
    expected: 1,
  },
}

const formatWarnings = (warnings: readonly FormProblem[]): string[] =>
  warnings.map((warning) => formatProblem('en', warning))

describe('warns about', () => {
  test.for(Object.entries(carelessForms))('%s', async ([, { form, at, words, shows, expected }]) => {
    const { definition, warnings } = await readXlsForm(await workbook(form), {
      fileName: 'Household survey-2.xlsx',
    })
    expect(warnings.map(({ sheet, row, column }) => `${sheet}!${column}${String(row)}`)).toEqual([at])
    expect(formatWarnings(warnings)[0]).toContain(`: ${words}`)
    expect(shows(definition)).toEqual(expected)
    expect(Definition.parse(definition)).toEqual(definition)
  })

  test('nothing in a form without carelessness', async () => {
    const { warnings } = await readXlsForm(await workbook({ survey: withRow('text', 'a', 'A') }), {
      fileName: 'a.xlsx',
    })
    expect(warnings).toEqual([])
  })

  test('the only sheet, if it is not named survey', async () => {
    const { definition, warnings } = await readXlsForm(
      await workbook({ settings: undefined, Sheet1: withRow('text', 'a', 'A') }),
      { fileName: 'a.xlsx' },
    )
    expect(definition.items).toHaveLength(1)
    expect(formatWarnings(warnings)[0]).toContain('there is no sheet survey; sheet1 is used')
  })

  test('no language whose code the operator gives', async () => {
    const form = {
      survey: [
        ['type', 'name', 'label::Tetun', 'label::English(en)'],
        ['text', 'a', 'Naran', 'Name'],
      ],
      settings: [
        ['form_id', 'default_language'],
        ['f', 'Tetun'],
      ],
    }
    const { definition, warnings } = await readXlsForm(await workbook(form), {
      fileName: 'a.xlsx',
      languageCodes: { tetun: 'tet' },
    })
    expect([definition.languages, definition.defaultLanguage, warnings]).toEqual([['tet', 'en'], 'tet', []])
  })
})

const refusal = async (form: Form): Promise<XlsFormError> => {
  const error: unknown = await load(form).catch((thrown: unknown) => thrown)
  if (!(error instanceof XlsFormError)) throw new Error(`not refused: ${String(error)}`)
  return error
}
const formatProblems = (error: XlsFormError, language: 'en' | 'pt-BR' = 'en') =>
  error.problems.map((problem) => formatProblem(language, problem))

describe('refuses', () => {
  test('more than sixty cases', () => {
    expect(Object.keys(invalidForms).length).toBeGreaterThan(60)
  })

  test.for(Object.entries(invalidForms))('%s', async ([, [form, location, words]]) => {
    const error = await refusal(form)
    expect(error.problems.map(({ sheet, row, column }) => `${sheet}!${column}${String(row)}`)).toEqual([
      location,
    ])
    const [sheet = '', cell = ''] = location.split('!')
    const [, column = '', row = ''] = /^([A-Z]+)(\d+)$/.exec(cell) ?? []
    const [text = ''] = formatProblems(error)
    expect(text.startsWith(`Sheet ${sheet}, row ${row}, column ${column}: ${words}`), text).toBe(true)
  })

  test('circular calculations, with all cells of the circle', async () => {
    const error = await refusal({
      survey: [
        [...head, 'relevant', 'calculation'],
        ['calculate', 'a', null, null, '${c} + 1'],
        ['text', 'b', 'B', '${a} = 1', null],
        ['calculate', 'c', null, null, 'string-length(${b})'],
        ['text', 'd', 'D', '${a} = 1', null],
      ],
    })
    const words = 'these depend on each other: a → c → b → a'
    expect(formatProblems(error)).toEqual([
      `Sheet survey, row 2, column E: ${words}`,
      `Sheet survey, row 4, column E: ${words}`,
      `Sheet survey, row 3, column D: ${words}`,
    ])
  })

  test('a form with several problems, and reports all of them in the requested language', async () => {
    const error = await refusal({
      survey: [
        [...head, 'relevant'],
        ['text', 'a b', 'A', '${x} = 1'],
        ['wonder', 'b', 'B', null],
        ['text', 'c', 'C', '${x} = 1'],
      ],
    })
    expect(formatProblems(error, 'pt-BR')).toEqual([
      'Planilha survey, linha 2, coluna B: a b não é um nome válido: letras sem acento, dígitos, - e _, começando com uma letra',
      'Planilha survey, linha 3, coluna A: o tipo wonder não é suportado',
      'Planilha survey, linha 4, coluna D: não existe a pergunta x',
    ])
  })

  test('a form with 1,000 problems, and reports 100 of them', async () => {
    const rows = Array.from({ length: 1_000 }, () => ['text', 'a b', 'A'])
    expect((await refusal({ survey: [head, ...rows] })).problems).toHaveLength(100)
  })

  test('more than 2,000 questions', async () => {
    const rows = Array.from({ length: 2_001 }, (_, i) => ['text', `q${String(i)}`, 'Q'])
    const [problem] = (await refusal({ survey: [head, ...rows] })).problems
    expect(problem).toMatchObject({ sheet: 'survey', row: 2_002, column: 'B' })
  })

  test('a file that is not a workbook', async () => {
    await expect(
      readXlsForm(new TextEncoder().encode('type,name,label'), { fileName: 'a.csv' }),
    ).rejects.toMatchObject({
      problem: 'notExcel',
    })
  })
})

describe('attached lists', () => {
  const csv = (text: string) => new TextEncoder().encode(text)
  const readWith = async (form: Form, files: Record<string, string>) => {
    const attachments = new Map(Object.entries(files).map(([name, text]) => [name, csv(text)]))
    const { definition } = await readXlsForm(await workbook(form), { fileName: 'a.xlsx', attachments })
    expect(Definition.parse(definition)).toEqual(definition)
    return definition
  }

  test('are part of the questionnaire if it refers to them', async () => {
    const survey = [
      [...head, 'choice_filter', 'calculation'],
      ['select_one_from_file villages.csv', 'village', 'Village', "district = 'Boane'", null],
      ['select_multiple_from_file villages.csv', 'others', 'Others', null, null],
      ['calculate', 'price', null, null, "pulldata('prices', 'price', 'crop', 'maize')"],
    ]
    const { choices, items } = await readWith(
      { survey },
      {
        'villages.csv': 'name,label,district\nv1,Umpala,Boane\nv2,,Moamba\n',
        'prices.csv': 'crop;price\nmaize;12\n',
        'unused.csv': 'name\nx\n',
      },
    )
    expect(questions(items).map(({ type, list }) => [type, list ?? null])).toEqual([
      ['choice', 'villages'],
      ['choices', 'villages'],
      ['calculated', null],
    ])
    expect(choices).toEqual({
      villages: [
        {
          value: 'v1',
          labels: { en: 'Umpala' },
          attributes: { name: 'v1', label: 'Umpala', district: 'Boane' },
        },
        { value: 'v2', labels: { en: 'v2' }, attributes: { name: 'v2', label: '', district: 'Moamba' } },
      ],
      prices: [{ value: 'maize', labels: { en: 'maize' }, attributes: { crop: 'maize', price: '12' } }],
    })
  })

  test('of 20,000 rows are read in little time', { timeout: 10_000 }, async () => {
    const rows = Array.from({ length: 19_999 }, (_, index) => `v${String(index)},V,d${String(index % 100)}`)
    const { choices } = await readWith(
      { survey: withRow('select_one_from_file big.csv', 'a', 'A') },
      { 'big.csv': `name,label,district\n${rows.join('\n')}` },
    )
    expect(choices['big']).toHaveLength(19_999)
  })
})

test(
  'reads 1,000 questions, 20,000 choices and 10 languages within 5 seconds',
  { timeout: 60_000 },
  async () => {
    const languages = ['en', 'pt', 'fr', 'es', 'sw', 'ar', 'hi', 'bn', 'id', 'vi']
    const labels = languages.map((language) => `label::${language}`)
    const texts = (text: string) => languages.map((language) => `${text} ${language}`)
    const survey = [
      ['type', 'name', 'relevant', 'calculation', 'choice_filter', ...labels],
      ...Array.from({ length: 1_000 }, (_, index) => {
        const name = `q${String(index)}`
        const before = index === 0 ? null : `\${q${String(index - 1)}} != 'x'`
        return index % 4 === 3
          ? ['calculate', name, null, `\${q${String(index - 1)}}`, null, ...texts(name)]
          : index % 4 === 2
            ? [`select_one l${String(index % 20)}`, name, before, null, "of = 'x'", ...texts(name)]
            : ['text', name, before, null, null, ...texts(name)]
      }),
    ]
    const choices = [
      ['list_name', 'name', 'of', ...labels],
      ...Array.from({ length: 19_990 }, (_, index) => [
        `l${String(index % 20)}`,
        `c${String(index)}`,
        'x',
        ...texts('Choice'),
      ]),
    ]
    const bytes = await workbook({ survey, choices })
    const started = performance.now()
    const { definition } = await readXlsForm(bytes, { fileName: 'a.xlsx' })
    const elapsed = performance.now() - started
    expect(definition.items).toHaveLength(1_000)
    // It takes about two seconds; the machine of the tests can be busy.
    expect(elapsed).toBeLessThan(15_000)
  },
)

test('refuses 9,000 nested groups and long expressions in little time', { timeout: 20_000 }, async () => {
  const depth = 9_000
  const groups = [
    head,
    ...Array.from({ length: depth }, (_, index) => ['begin_group', `g${String(index)}`, 'G']),
    ['text', 'a', 'A'],
    ...Array.from({ length: depth }, () => ['end_group', null, null]),
  ]
  const started = performance.now()
  expect((await refusal({ survey: groups })).problems).toHaveLength(100)
  const bomb = `${'not('.repeat(700)}1${')'.repeat(700)}`
  const error = await refusal({
    survey: [
      [...head, 'calculation'],
      ...Array.from({ length: 500 }, (_, index) => ['calculate', `c${String(index)}`, null, bomb]),
    ],
  })
  expect(formatProblems(error)[0]).toContain('too deeply nested')
  expect(performance.now() - started).toBeLessThan(15_000)
})

test('reads the targets of the survey and of its districts', async () => {
  const read = async (form: Form) =>
    (await readXlsForm(await workbook(form), { fileName: 'household.xlsx' })).targets
  expect(await read(withTargets([null, 500], ['Tete', 300], ['Manhiça', '20']))).toEqual({
    total: 500,
    districts: [
      { districtName: 'Tete', target: 300 },
      { districtName: 'Manhiça', target: 20 },
    ],
  })
  expect(await read({ survey: withRow('text', 'a', 'A') })).toBeUndefined()
})

test('returns a valid questionnaire or XlsFormError for random cells', async () => {
  const words =
    'text integer begin_group end_group begin_repeat end_repeat note a b l x yes village __proto__ constructor'
  const cell = fc.oneof(
    fc.constantFrom<CellValue>(null, 5, true, 'select_one l', '${a} = 1', '. > 1', ...words.split(' ')),
    fc.string({ maxLength: 10 }),
  )
  const header = fc.constantFrom<CellValue>(
    'type',
    'name',
    'label',
    'label::en',
    'relevant',
    'constraint',
    'required',
    'baseline::feeds',
    'hint',
    'list_name',
    null,
  )
  const rows = fc.tuple(
    fc.array(header, { maxLength: 8 }),
    fc.array(fc.array(cell, { maxLength: 8 }), { maxLength: 12 }),
  )
  await fc.assert(
    fc.asyncProperty(rows, rows, async ([surveyHead, survey], [choicesHead, choices]) => {
      const result: unknown = await load({
        survey: [[...head, ...surveyHead], ...survey],
        choices: [['list_name', 'name', 'label', ...choicesHead], ...choices],
      }).catch((error: unknown) => error)
      if (result instanceof Error) expect(result).toBeInstanceOf(XlsFormError)
      else expect(Definition.safeParse(result).success).toBe(true)
    }),
    { numRuns: 300 },
  )
})
