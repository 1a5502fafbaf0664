import { survey, times } from './form.ts'
import type { HostileForm } from './form.ts'

const columns = 'type name label'
const header = ['list_name', 'name', 'label']
const oneQuestion = [['select_one list', 'q', 'Q']]

/** Lists of choices that are too large, or that make each question expensive. */
export const hostileLists: readonly HostileForm[] = [
  {
    name: 'a list of a million choices',
    make: () =>
      survey(columns, oneQuestion, {
        choices: [header, ...times(1_000_000, (n) => ['list', String(n), 'C'])],
      }),
    expected: [
      'file The file is larger than a questionnaire may be',
      'file O arquivo é maior do que um questionário pode ser',
    ],
  },
  {
    name: '10,000 lists',
    make: () =>
      survey(columns, oneQuestion, {
        choices: [header, ...times(10_000, (n) => [`list${String(n)}`, 'a', 'A'])],
      }),
    expected: [
      'survey!A2 the sheet choices has no list list',
      'survey!A2 não há a lista list na planilha choices',
    ],
  },
  {
    name: '1,000 questions with several answers from a list of 5,000 choices',
    make: () =>
      survey(
        `${columns} choice_filter`,
        times(1_000, (n) => [
          n % 2 ? 'select_multiple list' : 'select_multiple list or_other',
          `q${String(n)}`,
          'Q',
          n % 2 ? `column${String(n)} = 'x'` : null,
        ]),
        { choices: [header, ...times(5_000, (n) => ['list', `c${String(n)}`, 'C'])] },
      ),
    expected: [
      'loaded survey!D3 the choices have no column column1, so that it is always blank',
      'loaded survey!D3 as opções não têm a coluna column1, que fica sempre em branco',
    ],
  },
  {
    name: '3,000 lists with duplicates and 1,500 questions',
    make: () =>
      survey(
        columns,
        times(1_500, (n) => [`select_one list${String(n)}`, `q${String(n)}`, 'Q']),
        { choices: [header, ...times(6_000, (n) => [`list${String(n % 3_000)}`, 'a', 'A'])] },
      ),
    expected: ['choices!B3002 the list list0 already has a', 'choices!B3002 a lista list0 já tem a'],
  },
  {
    name: 'lists and columns with names of Object.prototype',
    make: () =>
      survey(columns, [['select_one __proto__', 'q', 'Q']], {
        choices: [
          [...header, '__proto__', 'constructor'],
          ['__proto__', 'a', 'A', 'x', 'y'],
          ['constructor', 'a', 'A', 'x', 'y'],
        ],
      }),
    expected: [
      'choices!A2 __proto__ is not a valid name: use letters without accents, digits, - and _, and begin with a letter',
      'choices!A2 __proto__ não é um nome válido: letras sem acento, dígitos, - e _, começando com uma letra',
    ],
  },
  {
    name: 'a choice filter with the answer that it filters',
    make: () =>
      survey(`${columns} choice_filter`, [['select_one list', 'q', 'Q', 'name = ${q} and . = 1']], {
        choices: [header, ['list', 'a', 'A']],
      }),
    expected: [
      'survey!D2 an expression here cannot depend on the answer itself',
      'survey!D2 uma expressão aqui não pode depender da própria resposta',
    ],
  },
  {
    name: '300 columns of 1,000 choices',
    make: () =>
      survey(columns, oneQuestion, {
        choices: [
          [...header, ...times(300, (n) => `a${String(n)}`)],
          ...times(1_000, (n) => ['list', `c${String(n)}`, 'C', ...times(300, (m) => String(n * m))]),
        ],
      }),
    expected: [
      'file The file is larger than a questionnaire may be',
      'file O arquivo é maior do que um questionário pode ser',
    ],
  },
]
