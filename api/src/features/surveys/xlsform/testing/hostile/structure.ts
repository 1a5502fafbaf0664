import { survey, times } from './form.ts'
import type { HostileForm } from './form.ts'

const columns = 'type name label'
const list = (count: number) => ({
  choices: [['list_name', 'name', 'label'], ...times(count, (n) => ['list', `c${String(n)}`, 'C'])],
})

/** Groups, repeats, loops and names that exhaust a careless reader. */
export const hostileStructures: readonly HostileForm[] = [
  {
    name: '10,000 nested groups',
    make: () =>
      survey(
        columns,
        times(10_000, (n) => ['begin_group', `g${String(n)}`, 'G']),
      ),
    expected: ['survey!A7 groups are nested more than 5 deep', 'survey!A7 há mais de 5 níveis de grupos'],
  },
  {
    name: '10,000 repeats in repeats',
    make: () =>
      survey(
        columns,
        times(10_000, (n) => ['begin_repeat', `r${String(n)}`, 'R']),
      ),
    expected: [
      'survey!A3 a repeat inside a repeat is not supported',
      'survey!A3 uma repetição dentro de outra não é suportada',
    ],
  },
  {
    name: '5,000 repeats in sequence',
    make: () =>
      survey(
        columns,
        times(5_000, (n) => [
          ['begin_repeat', `r${String(n)}`, 'R'],
          ['end_repeat', null, null],
        ]).flat(),
      ),
    expected: [
      'survey!A2 this group or repeat has no questions',
      'survey!A2 este grupo ou repetição não tem perguntas',
    ],
  },
  {
    name: '10,000 ends of groups that were not begun',
    make: () =>
      survey(
        columns,
        times(10_000, () => ['end_group', null, null]),
      ),
    expected: [
      'survey!A2 there is no open group or repeat to close here',
      'survey!A2 não há grupo ou repetição para fechar aqui',
    ],
  },
  {
    name: 'groups that end as repeats',
    make: () =>
      survey(columns, [
        ['begin_group', 'g', 'G'],
        ['begin_repeat', 'r', 'R'],
        ['text', 'q', 'Q'],
        ['end_group', null, null],
        ['end_repeat', null, null],
      ]),
    expected: [
      'survey!A5 there is no open group or repeat to close here',
      'survey!A5 não há grupo ou repetição para fechar aqui',
    ],
  },
  {
    name: '10,000 questions',
    make: () =>
      survey(
        columns,
        times(10_000, (n) => ['text', `q${String(n)}`, `Question ${String(n)}`]),
      ),
    expected: [
      'survey!B2002 there are more than 2000 questions and groups',
      'survey!B2002 há mais de 2000 perguntas e grupos',
    ],
  },
  {
    name: '10,000 questions of unknown types',
    make: () =>
      survey(
        columns,
        times(10_000, (n) => [`t${String(n)}`, `q${String(n)}`, 'Q']),
      ),
    expected: ['survey!A2 the type t0 is not supported', 'survey!A2 o tipo t0 não é suportado'],
  },
  {
    name: '10,000 questions with one name',
    make: () =>
      survey(
        columns,
        times(10_000, (n) => ['text', 'q', `Question ${String(n)}`]),
      ),
    expected: ['survey!B3 row 2 already uses the name q', 'survey!B3 o nome q já é usado na linha 2'],
  },
  {
    name: 'questions with names of Object.prototype',
    make: () =>
      survey(
        columns,
        ['__proto__', 'constructor', 'toString', 'hasOwnProperty'].map((key) => ['text', key, 'Q']),
      ),
    expected: [
      'survey!B2 __proto__ is not a valid name: use letters without accents, digits, - and _, and begin with a letter',
      'survey!B2 __proto__ não é um nome válido: letras sem acento, dígitos, - e _, começando com uma letra',
    ],
  },
  {
    name: '4,000 loops over a list of 1,500 choices',
    make: () =>
      survey(
        columns,
        times(4_000, (n) => [
          ['begin loop over list', `l${String(n)}`, 'L'],
          ['text', `q${String(n)}`, 'Q'],
          ['end loop', null, null],
        ]).flat(),
        list(1_500),
      ),
    expected: [
      'survey!A2 there are more than 2000 questions and groups',
      'survey!A2 há mais de 2000 perguntas e grupos',
    ],
  },
  {
    name: '10,000 loops that are not closed',
    make: () =>
      survey(
        columns,
        times(10_000, (n) => ['begin loop over list', `l${String(n)}`, 'L']),
        list(5),
      ),
    expected: [
      'survey!A2 this group or repeat is not closed',
      'survey!A2 este grupo ou repetição não é fechado',
    ],
  },
]
