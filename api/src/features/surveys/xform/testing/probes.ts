import type { Answers } from '@baseline/contract/surveys/answers.ts'
import { examineSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { ask, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'

/**
 * Results of JavaRosa for the XForms of these expressions, as text. `npm run oracle -- --javarosa CLASSPATH --probes`
 * evaluates them again.
 */
export const probes: Readonly<Record<string, string>> = {
  '${blank} < 5': '0',
  '${blank} >= 5': '0',
  '${blank} = 0': '0',
  '${blank} != 5': '1',
  "${blank} = ''": '1',
  "${hidden} = ''": '1',
  '${hidden} != 3': '1',
  '${blank} + 1': '',
  '-${blank} = ${blank}': '0',
  "${word} = 'abc'": '1',
  '${word} < 5': '0',
  "${seven} = '7'": '1',
  "${seven} = '07'": '1',
  "'10' > '9'": '1',
  "true() = 'x'": '1',
  '${seven} mod 3': '1',
  '-7 mod 3': '-1',
  '7 div 0 > 5': '1',
  'round(-2.5)': '-2',
  'round(2.5)': '3',
  'round(2.345, 2)': '2.35',
  'int(-2.7)': '-2',
  "int('x')": '',
  "number('1.50')": '1.5',
  'string(1.50)': '1.5',
  "concat(0.5, ' ', 10)": '0.5 10',
  'string(${half} * 2)': '5',
  'abs(-3)': '3',
  'pow(2, 10)': '1024',
  'min(3, ${blank}, 2)': '2',
  'max(3, ${blank})': '3',
  "coalesce(${blank}, 'none')": 'none',
  "coalesce('', 4)": '4',
  "if(${blank}, 'yes', 'no')": 'no',
  "if(${word}, 'yes', 'no')": 'yes',
  'not(${blank})': '1',
  'boolean(0)': '0',
  "selected(${sides}, 'left')": '1',
  "selected(${sides}, 'up')": '0',
  'selected(${seven}, 7)': '1',
  'count-selected(${sides})': '2',
  'count-selected(${no_word})': '0',
  'selected-at(${sides}, 1)': 'right',
  'selected-at(${sides}, 5)': '',
  "jr:choice-name('left', '${sides}')": 'Left side',
  "pulldata('sides', 'label', 'name', 'right')": 'Right side',
  "pulldata('sides', 'label', 'name', 'up') = ''": '1',
  "pulldata('sides', 'label', 'weight', '1')": 'Left side',
  "regex(${word}, 'b')": '0',
  "regex(${word}, '[a-c]+')": '1',
  'string-length(${no_word})': '0',
  "substr('hello', 1, 3)": 'el',
  "substr('hello', -2)": 'lo',
  "substring-before('a-b', '-')": 'a',
  "substring-after('a-b', '-')": 'b',
  "substring-before('ab', '-')": '',
  "translate('abc', 'ab', 'x')": 'xc',
  "normalize-space('  a   b ')": 'a b',
  "contains(${word}, '')": '1',
  "starts-with(${word}, 'ab')": '1',
  "join(', ', ${name})": 'Ana, , Rui',
  'concat(${name})': 'AnaRui',
  'count(${members})': '3',
  'count-non-empty(${age})': '2',
  'sum(${age})': '44',
  'min(${age})': '4',
  'max(${age})': '40',
  '${age} < 5': '1',
  '${age} > 50': '0',
  "${name} != 'Ana'": '1',
  'indexed-repeat(${name}, ${members}, 1)': 'Ana',
  'indexed-repeat(${name}, ${members}, 0)': '',
  'indexed-repeat(${name}, ${members}, 9)': '',
  "${day} < date('2026-04-01')": '1',
  "${day} < '2026-04-01'": '1',
  "${day} = '2026-03-31'": '1',
  "${day} - date('2026-03-01')": '30',
  '${day} + 1': '20544',
  'date(${day} + 1)': '2026-04-01',
  'string(${day})': '2026-03-31',
  "format-date(${day}, '%d/%m/%y')": '31/03/26',
  "format-date(${day}, '%e %b')": '31 Mar',
  "format-date('', '%Y')": '',
  '${late} > ${early}': '1',
  "${late} > '12:00'": '1',
  "${late} = '14:30'": '1',
  'round((${late} - ${early}) * 24, 1)': '5.5',
  '${late}': '14:30',
  "concat('at ', ${late})": 'at 14:30',
  'decimal-time(${late}) > 0.6': '1',
  '${moment} > ${day}': '1',
  "${moment} < '2026-03-31T15:00'": '1',
  '${moment}': '2026-03-31T14:30',
  "format-date-time(${moment}, '%H:%M')": '14:30',
  "checklist(1, 1, ${word} = 'abc', ${seven} > 8)": '1',
  "weighted-checklist(3, 5, ${word} = 'abc', 3, ${seven} > 8, 2)": '1',
  "boolean-from-string('1')": '1',
  "boolean-from-string('yes')": '0',
  '1000000 * 1000000': '1000000000000',
  '1 div 3': '0.3333333333333333',
  '0.1 + 0.2': '0.30000000000000004',
  'max(-3, -2)': '-2',
  "string-length('👍')": '2',
  '${day}': '2026-03-31',
  'today() = date(today())': '1',
  'max(-${seven}, -${half})': '-2.5',
  'max(${blank}, ${seven}) + 1': '8',
  "${late} <= '14:30'": '1',
  "${late} != '14:30'": '0',
  '${early} = ${late}': '0',
  '${blank} = ${no_word}': '1',
  "concat(${day}, '')": '2026-03-31',
  "date('2026-02-28')": '2026-02-28',
  "coalesce(${day}, '')": '2026-03-31',
  "if(true(), ${day}, '')": '2026-03-31',
  '"it\'s" = concat("it", "\'", \'s\')': '1',
}

/** The answers to which the expressions refer. `blank` and `hidden` have none. */
export const probeAnswers: Answers = {
  seven: 7,
  half: 2.5,
  hidden: 3,
  word: 'abc',
  day: '2026-03-31',
  early: '09:00',
  late: '14:30',
  moment: '2026-03-31T14:30',
  sides: ['left', 'right'],
  members: [{ age: 4, name: 'Ana' }, { age: 40 }, { name: 'Rui' }],
}

/** Sets the types of the results of calculations, as the reader of workbooks does. */
export const withResults = (survey: SurveyDefinition): SurveyDefinition => {
  const { results, items, problems } = examineSurvey(survey)
  if (problems[0]) throw problems[0].error
  for (const [key, result] of results) {
    const item = items.get(key)?.item
    if (item?.kind === 'question') item.result = result
  }
  return survey
}

/** Returns a questionnaire that calculates each expression: `probe0`, `probe1`, … */
export const probeSurvey = (expressions: readonly string[]): SurveyDefinition =>
  withResults(
    surveyOf(
      [
        ask('integer', 'seven'),
        ask('integer', 'blank'),
        ask('number', 'half'),
        ask('integer', 'hidden', { relevant: 'false()' }),
        ask('text', 'word'),
        ask('text', 'no_word'),
        ask('date', 'day'),
        ask('time', 'early'),
        ask('time', 'late'),
        ask('dateTime', 'moment'),
        ask('choices', 'sides', { list: 'sides' }),
        repeat('members', [ask('integer', 'age'), ask('text', 'name')]),
        ...expressions.map((calculation, index) =>
          ask('calculated', `probe${String(index)}`, { calculation }),
        ),
      ],
      {
        sides: [
          { value: 'left', labels: { en: 'Left side' }, attributes: { weight: '1' } },
          { value: 'right', labels: { en: 'Right side' }, attributes: { weight: '1' } },
        ],
      },
    ),
  )

/** Returns the name of the question that calculates an expression. */
export const probeKey = (expression: string): string =>
  `probe${String(Object.keys(probes).indexOf(expression))}`
