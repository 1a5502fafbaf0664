import type { CellValue } from '../../tabular/src/read-workbook.ts'
import { buildFile } from './workbooks.ts'
import type { TestFile } from './workbooks.ts'

const tags = ['en', 'pt', 'fr', 'es', 'sw', 'tet', 'ar', 'hi', 'id', 'vi']
const headers = tags.map((tag) => `label::${tag}`)
const labels = (text: string): string[] => tags.map((tag) => (tag === 'en' ? text : `${text} (${tag})`))

const districts = 200
const villagesPerDistrict = 99
const sections = 25
const plainQuestions = 29

interface Expressions {
  relevant?: string
  calculation?: string
  constraint?: string
  choiceFilter?: string
  count?: string
}

const row = (type: string, name: string, label: string, expressions: Expressions = {}): CellValue[] => [
  type,
  name,
  ...labels(label),
  expressions.relevant ?? null,
  expressions.calculation ?? null,
  expressions.constraint ?? null,
  expressions.choiceFilter ?? null,
  expressions.count ?? null,
]

/** Returns a question that depends on the first answers, as most questions of a long interview do. */
const plainQuestion = (section: number, n: number): CellValue[] => {
  const name = `q_${String(section)}_${String(n)}`
  const label = `Question ${String(section)}.${String(n)}`
  if (n % 5 === 0) return row('select_one answer', name, `${label} about \${name_1}`)
  if (n % 5 === 1) return row('integer', name, label, { constraint: '. >= 0 and . <= ${size_1} + 1000' })
  if (n % 5 === 2) return row('text', name, label, { relevant: `\${size_1} > ${String(n)}` })
  if (n % 5 === 3) return row('select_multiple answer', name, label, { relevant: '${total_25} < 100000' })
  return row('decimal', name, label, { relevant: `selected(\${q_${String(section)}_3}, 'yes') or true()` })
}

/** A section has 40 questions: 4 of them are in a repeat with three rows. */
const section = (number: number): CellValue[][] => {
  const key = (name: string): string => `${name}_${String(number)}`
  const label = (text: string): string => `${text} ${String(number)}`
  const previousTotal = number === 1 ? '0' : `\${total_${String(number - 1)}}`
  return [
    row('begin_group', key('section'), label('Section')),
    row('text', key('name'), label('Name')),
    row('integer', key('size'), label('Size')),
    row('calculate', key('total'), label('Total'), {
      calculation: `${previousTotal} + coalesce(\${${key('size')}}, 0) + sum(\${${key('age')}})`,
    }),
    row('select_one district', key('district'), label('District')),
    row('select_one village', key('village'), label('Village'), {
      choiceFilter: `district = \${${key('district')}}`,
    }),
    row('select_one village', key('market'), label('Market')),
    row('text', key('code'), label('Code'), { constraint: "regex(., '^[a-z ]*$')" }),
    row('begin_repeat', key('people'), label('Person'), { count: '3' }),
    row('text', key('person'), label('Name of the person')),
    row('integer', key('age'), label('Age')),
    row('select_one answer', key('works'), label('Works'), { relevant: `\${${key('age')}} > 14` }),
    row('calculate', key('born'), label('Year of birth'), { calculation: `2026 - \${${key('age')}}` }),
    row('end_repeat', '', ''),
    ...Array.from({ length: plainQuestions }, (_, n) => plainQuestion(number, n)),
    row('end_group', '', ''),
  ]
}

/** 1,000 questions in 25 sections, 20,000 choices and 10 languages. */
export const buildLargeQuestionnaire = (formId: string): Promise<TestFile> =>
  buildFile(`${formId}.xlsx`, [
    {
      name: 'survey',
      rows: [
        [
          'type',
          'name',
          ...headers,
          'relevant',
          'calculation',
          'constraint',
          'choice_filter',
          'repeat_count',
        ],
        ...Array.from({ length: sections }, (_, index) => section(index + 1)).flat(),
      ],
    },
    {
      name: 'choices',
      rows: [
        ['list_name', 'name', ...headers, 'district'],
        ...['Yes', 'No'].map((label) => ['answer', label.toLowerCase(), ...labels(label), null]),
        ...Array.from({ length: districts }, (_, n) => [
          'district',
          `d${String(n)}`,
          ...labels(`District ${String(n)}`),
          null,
        ]),
        ...Array.from({ length: districts * villagesPerDistrict - 2 }, (_, n) => [
          'village',
          `v${String(n)}`,
          ...labels(`Village ${String(n)}`),
          `d${String(n % districts)}`,
        ]),
      ],
    },
    {
      name: 'settings',
      rows: [
        ['form_id', 'default_language'],
        [formId, 'en'],
      ],
    },
  ])
