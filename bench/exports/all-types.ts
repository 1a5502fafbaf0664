/** Questionnaires with every type of question, their answers, and the cells that an export must have. */
import { metadataKinds, questionTypes } from '../../contract/src/surveys/master.ts'
import type { Item, Question, SurveyDefinition } from '../../contract/src/surveys/master.ts'

/** A text, a number, a day as text, or blank. */
export type Cell = string | number | { day: string } | null

/** One type of question: its answer in response `n`, and the cells of an answer by the suffix of their column. */
interface TypeCase {
  name: string
  question: (suffix: string) => Partial<Question> & Pick<Question, 'type'>
  /** Undefined if the question is not answered. */
  answer: (n: number) => unknown
  /** `isCoded`: the file holds choices as numbers. By default, the answer is the only cell. */
  cells?: (answer: unknown, isCoded: boolean) => Record<string, Cell>
}

const choices = ['well', 'river', 'tap', 'rain'] as const
const pad = (value: number): string => String(value).padStart(2, '0')
const day = (n: number): string => `20${pad(n % 27)}-${pad(1 + (n % 12))}-${pad(1 + (n % 28))}`
const time = (n: number): string => `${pad(n % 24)}:${pad(n % 60)}`
const storedFile = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
/** Coordinates have few digits, so that their sums are exact in decimal notation. */
const point = (n: number): [number, number] => [(n % 3_600) / 20 - 90, (n % 1_800) / 20 - 45]
const corners = (n: number): number[][] => {
  const [x, y] = point(n)
  return [
    [x, y],
    [x + 0.5, y],
    [x + 0.5, y + 0.5],
    [x, y],
  ]
}

const texts: readonly ((n: number) => string)[] = [
  (n) => `Aldeia São João ${String(n)}`,
  (n) => `नमस्ते "${String(n)}", <&>`,
  (n) => `first line\nsecond line ${String(n)}`,
  (n) => `00${String(n)}`,
]

const plainCases: readonly TypeCase[] = [
  {
    name: 'text',
    question: () => ({ type: 'text' }),
    answer: (n) => (n % 9 === 0 ? undefined : texts[n % 4]?.(n)),
  },
  { name: 'number', question: () => ({ type: 'number' }), answer: (n) => n / 8 },
  { name: 'integer', question: () => ({ type: 'integer' }), answer: (n) => n - 500 },
  {
    name: 'date',
    question: () => ({ type: 'date' }),
    answer: day,
    cells: (answer) => ({ '': { day: String(answer) } }),
  },
  { name: 'time', question: () => ({ type: 'time' }), answer: time },
  { name: 'dateTime', question: () => ({ type: 'dateTime' }), answer: (n) => `${day(n)}T${time(n)}` },
  {
    name: 'range',
    question: () => ({ type: 'range', range: { start: 0, end: 100, step: 1 } }),
    answer: (n) => n % 101,
  },
  { name: 'barcode', question: () => ({ type: 'barcode' }), answer: (n) => `978${String(n)}` },
  {
    name: 'acknowledge',
    question: () => ({ type: 'acknowledge' }),
    answer: (n) => (n % 2 === 0 ? 'OK' : undefined),
  },
  { name: 'hidden', question: () => ({ type: 'hidden' }), answer: (n) => `hidden ${String(n)}` },
  { name: 'note', question: () => ({ type: 'note' }), answer: () => undefined, cells: () => ({}) },
]

const choiceCases: readonly TypeCase[] = [
  {
    name: 'choice',
    question: () => ({ type: 'choice', list: 'water' }),
    answer: (n) => (n % 7 === 0 ? undefined : choices[n % 4]),
    cells: (answer, isCoded) => {
      const value = choices.find((choice) => choice === answer)
      if (value === undefined) return { '': null }
      return { '': isCoded ? choices.indexOf(value) + 1 : value }
    },
  },
  {
    name: 'choices',
    question: () => ({ type: 'choices', list: 'water' }),
    answer: (n) =>
      n % 5 === 0 ? undefined : choices.filter((_, index) => (n >> index) % 2 === 1 || n % 5 === 1 + index),
    cells: (answer) =>
      Object.fromEntries(
        choices.map((choice) => [
          `_${choice}`,
          Array.isArray(answer) ? Number(answer.includes(choice)) : null,
        ]),
      ),
  },
  {
    name: 'rank',
    question: () => ({ type: 'rank', list: 'water' }),
    answer: (n) => [...choices.slice(n % 4), ...choices.slice(0, n % 4)],
    cells: (answer) => ({ '': (answer as string[]).join('; ') }),
  },
]

const placeCases: readonly TypeCase[] = [
  {
    name: 'location',
    question: () => ({ type: 'location' }),
    answer: (n) => {
      const [longitude, latitude] = point(n)
      return { latitude, longitude, ...(n % 2 === 0 && { accuracy: n % 30 }) }
    },
    cells: (answer) => {
      const { latitude, longitude, accuracy } = answer as Record<string, number>
      return { _latitude: latitude ?? null, _longitude: longitude ?? null, _accuracy: accuracy ?? null }
    },
  },
  {
    name: 'line',
    question: () => ({ type: 'line' }),
    answer: (n) => ({ type: 'LineString', coordinates: corners(n) }),
    cells: (answer) => ({ '': JSON.stringify(answer) }),
  },
  {
    name: 'area',
    question: () => ({ type: 'area' }),
    answer: (n) => ({ type: 'Polygon', coordinates: [corners(n)] }),
    cells: (answer) => ({ '': JSON.stringify(answer) }),
  },
]

const calculatedCases: readonly TypeCase[] = [
  {
    name: 'sum',
    question: (suffix) => ({
      type: 'calculated',
      calculation: `\${integer${suffix}} + 1`,
      result: 'number',
    }),
    answer: (n) => n - 499,
  },
  {
    name: 'joined',
    question: (suffix) => ({
      type: 'calculated',
      calculation: `concat('no. ', \${barcode${suffix}})`,
      result: 'text',
    }),
    answer: (n) => `no. 978${String(n)}`,
  },
]

const mediaCases = (['photo', 'audio', 'video', 'file'] as const).map((type): TypeCase => ({
  name: type,
  question: () => ({ type }),
  answer: (n) => (n % 3 === 0 ? undefined : storedFile(n)),
}))

const metadataCases = metadataKinds.map((kind): TypeCase => ({
  name: `meta_${kind.replace('-', '_')}`,
  question: () => ({ type: 'metadata', metadata: kind }),
  answer: (n) => `${kind} ${String(n)}`,
}))

const cases = [
  ...plainCases,
  ...choiceCases,
  ...placeCases,
  ...calculatedCases,
  ...mediaCases,
  ...metadataCases,
]
const missingTypes = questionTypes.filter((type) => cases.every((one) => one.question('').type !== type))
if (missingTypes.length > 0) throw new Error(`no case for the types ${missingTypes.join(', ')}`)

/** Questions of a questionnaire, each with its case. */
interface Table {
  keys: ReadonlyMap<string, TypeCase>
  questions: Question[]
}

const createTable = (prefix: string, count: number, usedCases: readonly TypeCase[]): Table => {
  const keys = new Map<string, TypeCase>()
  const questions: Question[] = []
  for (let index = 0; index < count; index += 1) {
    const one = usedCases[index % usedCases.length]
    if (!one) continue
    const suffix = index < usedCases.length ? '' : `_${String(Math.floor(index / usedCases.length))}`
    const key = `${prefix}${one.name}${suffix}`
    keys.set(key, one)
    questions.push({
      kind: 'question',
      key,
      labels: { en: `Question ${key}` },
      required: false,
      personal: false,
      ...one.question(suffix),
    })
  }
  return { keys, questions }
}

const answersIn = ({ keys }: Table, n: number): Record<string, unknown> =>
  Object.fromEntries(
    [...keys].map(([key, one]) => [key, one.answer(n)]).filter(([, answer]) => answer !== undefined),
  )

const cellsIn = ({ keys }: Table, answers: Record<string, unknown>, isCoded: boolean): Map<string, Cell> =>
  new Map(
    [...keys].flatMap(([key, { cells = toOneCell }]) =>
      Object.entries(cells(answers[key], isCoded)).map(([suffix, cell]) => [key + suffix, cell] as const),
    ),
  )
const toOneCell = (answer: unknown): Record<string, Cell> => ({
  '': typeof answer === 'string' || typeof answer === 'number' ? answer : null,
})

const repeatKey = 'people'
const rowsOf = (n: number): number => n % 4

export interface Questionnaire {
  definition: SurveyDefinition
  /** The answers of response `n`, as the application stores them. */
  answersOf: (n: number) => Record<string, unknown>
  /** The expected cells of response `n`, by variable. */
  cellsOf: (n: number, isCoded: boolean) => Map<string, Cell>
  /** The expected cells of the rows of the repeat. */
  repeatCellsOf: (n: number, isCoded: boolean) => Map<string, Cell>[]
}

/**
 * Creates a questionnaire in which the questions outside of the repeat have every type in turn. The repeat has
 * one question of each type, except metadata and calculations.
 */
export const createQuestionnaire = (formId: string, questionCount = cases.length): Questionnaire => {
  const responses = createTable('', questionCount, cases)
  const rowCases = [...plainCases, ...choiceCases, ...placeCases, ...mediaCases]
  const rows = createTable('p_', rowCases.length, rowCases)
  const half = Math.ceil(responses.questions.length / 2)
  const items: Item[] = [
    ...responses.questions.slice(0, half),
    { kind: 'group', key: 'section', labels: { en: 'Section' }, items: responses.questions.slice(half) },
    { kind: 'repeat', key: repeatKey, labels: { en: 'People' }, items: rows.questions },
  ]
  const rowAnswers = (n: number) =>
    Array.from({ length: rowsOf(n) }, (_, line) => answersIn(rows, n + line + 1))
  return {
    definition: {
      formId,
      label: formId,
      formVersion: null,
      timeZone: null,
      languages: ['en'],
      defaultLanguage: 'en',
      choices: { water: choices.map((value) => ({ value, labels: { en: `Label of ${value}` } })) },
      items,
    },
    answersOf: (n) => ({
      ...answersIn(responses, n),
      ...(rowsOf(n) > 0 && { [repeatKey]: rowAnswers(n) }),
    }),
    cellsOf: (n, isCoded) => cellsIn(responses, answersIn(responses, n), isCoded),
    repeatCellsOf: (n, isCoded) => rowAnswers(n).map((answers) => cellsIn(rows, answers, isCoded)),
  }
}
