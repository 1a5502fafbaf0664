import { survey, times } from './form.ts'
import type { HostileForm } from './form.ts'

/** Returns a form with one expression in the cell survey!D2. */
const calculation = (expression: string) =>
  survey('type name label calculation', [['calculate', 'c', null, expression]])

const constraint = (expression: string) =>
  survey('type name label constraint', [['text', 'q', 'Q', expression]])

const chain = (count: number, expressionOf: (index: number) => string) =>
  survey(
    'type name label calculation',
    times(count, (n) => ['calculate', `c${String(n)}`, null, expressionOf(n)]),
  )

/** Expressions that exhaust the stack, the time or the memory of a careless parser or evaluator. */
export const hostileExpressions: readonly HostileForm[] = [
  {
    name: 'an expression with 1,900 nested parentheses',
    make: () => calculation(`${'('.repeat(1_900)}1${')'.repeat(1_900)}`),
    expected: ['survey!D2 the expression is too deeply nested', 'survey!D2 a expressão tem níveis demais'],
  },
  {
    name: 'an expression with 1,900 operators',
    make: () => calculation(times(1_900, () => '1').join('*')),
    expected: ['survey!D2 the expression is too deeply nested', 'survey!D2 a expressão tem níveis demais'],
  },
  {
    name: 'an expression with 100,000 operators',
    make: () => calculation(times(100_000, (n) => String(n % 10)).join('+')),
    expected: ['survey!D2 this is longer than 5000 characters', 'survey!D2 isto tem mais de 5000 caracteres'],
  },
  {
    name: 'an expression of 10 MB',
    make: () => calculation(times(1_500_000, String).join('+')),
    expected: [
      'file The file is larger than a questionnaire may be',
      'file O arquivo é maior do que um questionário pode ser',
    ],
  },
  {
    name: 'an expression with 190 nested calls of if()',
    make: () => calculation(`${'if(1 = 1, '.repeat(190)}1${', 2)'.repeat(190)}`),
    expected: ['survey!D2 the expression is too deeply nested', 'survey!D2 a expressão tem níveis demais'],
  },
  {
    name: 'an expression of minus signs',
    make: () => calculation(`${'-'.repeat(3_900)}1`),
    expected: ['survey!D2 the expression is too deeply nested', 'survey!D2 a expressão tem níveis demais'],
  },
  {
    name: 'an expression of open references',
    make: () => calculation('${'.repeat(1_900)),
    expected: [
      'survey!D2 ${${${${${${ (character 1) is not expected here',
      'survey!D2 ${${${${${${ (caractere 1) não é esperado aqui',
    ],
  },
  {
    name: '1,000 questions with long expressions',
    make: () => {
      const expression = times(100, (n) => `\${q0} = ${String(n)}`).join(' or ')
      return survey(
        'type name label constraint required',
        times(1_000, (n) => ['text', `q${String(n)}`, 'Q', expression, expression]),
      )
    },
    expected: [
      'survey!D182 the expressions of the questionnaire are longer than 500000 characters in total',
      'survey!D182 as expressões do questionário têm mais de 500000 caracteres no total',
    ],
  },
  {
    name: 'a pattern with catastrophic backtracking',
    make: () => constraint("regex(., '^(([a-z])+.)+[A-Z]([a-z])+$')"),
    expected: ['loaded', 'loaded'],
  },
  {
    name: 'a pattern that repeats itself a billion times',
    make: () => constraint("regex(., '(((a{1,1000}){1,1000}){1,1000})')"),
    expected: [
      'survey!D2 the pattern (((a{1,1000}){1,1000}){1,1000}) is not a supported regular expression',
      'survey!D2 o padrão (((a{1,1000}){1,1000}){1,1000}) não é uma expressão regular suportada',
    ],
  },
  {
    name: '60 calculations that each double a text',
    make: () =>
      chain(60, (n) => (n === 0 ? "'0123456789'" : `concat(\${c${String(n - 1)}}, \${c${String(n - 1)}})`)),
    expected: ['loaded', 'loaded'],
  },
  {
    name: 'two calculations that depend on each other',
    make: () => chain(2, (n) => `\${c${String(1 - n)}} + 1`),
    expected: [
      'survey!D2 these depend on each other: c0 → c1 → c0',
      'survey!D2 estas dependem umas das outras: c0 → c1 → c0',
    ],
  },
  {
    name: 'a cycle of 1,000 calculations with long names',
    make: () => {
      const key = (n: number) => `c${String(n % 1_000)}_${'x'.repeat(50)}`
      return survey(
        'type name label calculation',
        times(1_000, (n) => ['calculate', key(n), null, `\${${key(n + 1)}} + 1`]),
      )
    },
    expected: [
      'survey!D2 these depend on each other: c0_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx → c1_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx → c2_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx → c3_xxxxxxxxxxxxxxxxxxxxxxxxxxxxx…',
      'survey!D2 estas dependem umas das outras: c0_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx → c1_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx → c2_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx → c3_xxxxxxxxxxxxxxxxxxxxxxxxxxxxx…',
    ],
  },
  {
    name: 'a calculation of itself',
    make: () => calculation('${c} + 1'),
    expected: [
      'survey!D2 these depend on each other: c → c',
      'survey!D2 estas dependem umas das outras: c → c',
    ],
  },
  {
    name: 'questions that are shown depending on each other',
    make: () =>
      survey(
        'type name label relevant',
        times(500, (n) => ['text', `q${String(n)}`, 'Q', `\${q${String((n + 1) % 500)}} = ''`]),
      ),
    expected: [
      'survey!D2 these depend on each other: q0 → q1 → q2 → q3 → q4 → q5 → … → q0',
      'survey!D2 estas dependem umas das outras: q0 → q1 → q2 → q3 → q4 → q5 → … → q0',
    ],
  },
  {
    name: 'a group that is shown depending on its own question',
    make: () =>
      survey('type name label relevant', [
        ['begin_group', 'g', 'G', '${q} = 1'],
        ['integer', 'q', 'Q', null],
        ['end_group', null, null, null],
      ]),
    expected: [
      'survey!D2 these depend on each other: g → q → g',
      'survey!D2 estas dependem umas das outras: g → q → g',
    ],
  },
  {
    name: 'a repeat whose count depends on its own question',
    make: () =>
      survey('type name label repeat_count', [
        ['begin_repeat', 'r', 'R', 'sum(${q})'],
        ['integer', 'q', 'Q', null],
        ['end_repeat', null, null, null],
      ]),
    expected: [
      'survey!D2 these depend on each other: r → q → r',
      'survey!D2 estas dependem umas das outras: r → q → r',
    ],
  },
  {
    name: 'a repeat of a billion rows',
    make: () =>
      survey('type name label repeat_count', [
        ['begin_repeat', 'r', 'R', '1000000000'],
        ['integer', 'q', 'Q', null],
        ['end_repeat', null, null, null],
      ]),
    expected: ['loaded', 'loaded'],
  },
  {
    name: 'names of Object.prototype as functions and references',
    make: () => calculation('constructor(${__proto__}) + __proto__() + toString()'),
    expected: [
      'survey!D2 the function constructor() is not supported',
      'survey!D2 a função constructor() não é suportada',
    ],
  },
  {
    name: '1,000 defaults that begin like calls',
    make: () =>
      survey(
        'type name label default',
        times(1_000, (n) => ['text', `q${String(n)}`, 'Q', `${'a('.repeat(700)}${'b'.repeat(2_000)}`]),
      ),
    expected: ['loaded', 'loaded'],
  },
]
