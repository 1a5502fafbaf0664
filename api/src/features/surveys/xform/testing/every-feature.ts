import { metadataKinds, questionTypes } from '@baseline/contract/surveys/master.ts'
import type { Item, Question, QuestionType, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

const hostile = `"'<b>&amp;</b> ]]> <!-- \${text} {{x}}`

const further: Readonly<Partial<Record<QuestionType, Partial<Question>>>> = {
  text: { parameters: 'rows=3', hints: { en: hostile }, guidanceHints: { en: 'Guidance' } },
  integer: { constraint: '. > 0', constraintMessages: { en: hostile, 'pt-BR': 'Mais de 0' }, default: '5' },
  time: { default: '14:30' },
  dateTime: { default: '2026-03-01T14:30' },
  choice: { list: 'sides', default: 'left', appearance: 'minimal' },
  choices: { list: 'sides' },
  rank: { list: 'files', requiredMessages: { en: 'Rank them' }, requiredIf: "${choice} = 'left'" },
  range: { range: { start: 0, end: 1, step: 0.25 }, appearance: 'vertical' },
  photo: { parameters: 'max-pixels=640', appearance: 'annotate' },
  location: { parameters: 'capture-accuracy=10 warning-accuracy=50' },
  calculated: { calculation: 'concat(${text}, "-", ${integer})', result: 'text' },
  hidden: { default: '<hidden/>' },
}

const questionOf = (type: QuestionType, key: string = type): Question => ({
  kind: 'question',
  key,
  type,
  labels: { en: `${type} <i>`, 'pt-BR': `${type} "pt"` },
  required: false,
  personal: false,
  ...further[type],
})

const answerTypes = questionTypes.filter((type) => type !== 'metadata')

const items: Item[] = [
  ...metadataKinds.map((metadata): Question => ({ ...questionOf('metadata', metadata), metadata })),
  {
    kind: 'group',
    key: 'types',
    labels: {},
    appearance: 'field-list',
    items: answerTypes.map((type) => questionOf(type)),
  },
  {
    kind: 'repeat',
    key: 'rows',
    labels: { en: 'Row' },
    items: [
      questionOf('integer', 'number_in_row'),
      { ...questionOf('integer', 'doubled'), default: '${number_in_row} * 2', readOnly: 'true()' },
      {
        kind: 'group',
        key: 'inner',
        labels: { en: 'Inner' },
        relevant: '${number_in_row} > 1',
        items: [questionOf('text', 'deep')],
      },
    ],
  },
  {
    kind: 'repeat',
    key: 'counted',
    labels: { en: 'Counted' },
    count: 'count(${rows})',
    items: [questionOf('text', 'in_counted')],
  },
]

/** A questionnaire with every type, texts with markup, two languages and one without a code. */
export const everyFeature: SurveyDefinition = {
  formId: 'every <feature>',
  label: hostile,
  formVersion: null,
  timeZone: null,
  languages: ['en', 'pt-BR', 'qaa-x-tetun'],
  defaultLanguage: 'en',
  choices: {
    sides: [
      { value: 'left', labels: { en: 'Left <', 'pt-BR': 'Esquerda &' }, attributes: { weight: '1' } },
      { value: 'right', labels: { en: 'Right', 'pt-BR': 'Direita' }, attributes: { note: '<x>' } },
    ],
    files: ['a', 'b', 'c'].map((value) => ({ value, labels: { en: value } })),
  },
  items,
}
