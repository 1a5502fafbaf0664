import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { ask, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { beforeAll, expect, test } from 'vitest'

import { limits } from '#platform/limits.ts'

import { createChance } from '../../../../../scripts/seed/chance.ts'
import { mapAnswers } from './map-answers.ts'
import { readSubmission } from './read-submission.ts'
import { SubmissionError } from './submission.ts'
import { cpuMs, options, readDemo, writeExample } from './testing/examples.ts'
import type { Example } from './testing/examples.ts'
import { mutateXml } from './testing/mutate-xml.ts'
import { randomQuestionnaire } from './testing/random-interview.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void // defined by --expose-gc

let demo: SurveyDefinition
beforeAll(async () => {
  demo = await readDemo()
})

/** Reads a file as the processing of a submission does, and returns what happened. */
const processExample = ({ definition, xml }: Example): string => {
  try {
    const { values, unmapped } = mapAnswers(definition, readSubmission(xml))
    const { issues } = validateAnswers(definition, values, options)
    return `read, ${unmapped.length > 0 ? 'some' : 'no'} unmapped, ${issues.length > 0 ? 'some' : 'no'} issues`
  } catch (error) {
    if (error instanceof SubmissionError) return error.code.replace('entities.intake.submission.', '')
    throw error
  }
}

const heapMegabytes = (): number => {
  collectGarbage()
  return process.memoryUsage().heapUsed / 1e6
}

test('10,000 mutated files: a result or a refusal, each within 100 ms, in constant memory', () => {
  const chance = createChance(18)
  const examples = [
    ...Array.from({ length: 19 }, (_, seed) => writeExample(randomQuestionnaire(createChance(seed)), seed)),
    writeExample(demo, 1),
  ]
  expect(examples.map(processExample)).toEqual(
    examples.map(() => expect.stringMatching(/^read, no unmapped/)),
  )

  const outcomes = new Map<string, number>()
  const megabytes: number[] = []
  let slowest = 0
  for (let count = 1; count <= 10_000; count += 1) {
    const example = chance.pick(examples)
    const xml = mutateXml(example.xml, chance)
    const start = cpuMs()
    const outcome = processExample({ ...example, xml })
    slowest = Math.max(slowest, cpuMs() - start)
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
    if (count % 1_000 === 0) megabytes.push(heapMegabytes())
  }
  process.stdout.write(
    `10,000 mutated files: ${JSON.stringify({ ...Object.fromEntries(outcomes), slowestMs: slowest, megabytes })}\n`,
  )
  expect(slowest).toBeLessThan(100)
  expect(Math.max(...megabytes) - (megabytes[0] ?? 0)).toBeLessThan(5)
  // Mutations that all fail in the same way would prove little.
  expect(outcomes.size).toBeGreaterThan(10)
}, 300_000)

const listed = { sides: [{ value: 'a', labels: { en: 'A' } }] }
const targets = surveyOf(
  [
    ask('text', 't'),
    ask('integer', 'i'),
    ask('line', 'line'),
    ask('location', 'place'),
    ask('choices', 'choices', { list: 'sides' }),
    repeat('rows', [ask('text', 'in_row')]),
  ],
  listed,
)
/** Fills the file up to its limit. */
const upTo = (bytes: number, text: string): string => text.repeat(Math.floor(bytes / Buffer.byteLength(text)))
const file = limits.submissions.bytes - 100
const answer = limits.submissions.answerCharacters - 100

test.each([
  ['references', upTo(file, '&#65;')],
  ['entities', upTo(file, '&lt;')],
  ['line breaks', upTo(file, '\r\n')],
  ['comments', upTo(file, '<!---->')],
  ['CDATA', upTo(file, '<![CDATA[x]]>')],
  ['processing instructions', upTo(file, '<?a?>')],
  ['brackets', upTo(file, ']')],
  ['elements', upTo(file, '<t>1</t>')],
  ['rows', upTo(file, '<rows><in_row>x</in_row><unknown>1</unknown></rows>')],
  ['characters of two units', `<t>${upTo(file, '👍')}</t>`],
  ['digits', `<i>${upTo(answer, '9')}</i>`],
  ['points', `<line>${upTo(answer, '1 1;')}</line>`],
  ['blank points', `<line>${upTo(answer, ';')}</line>`],
  ['JSON', `<line>{"type":${upTo(answer, '[')}</line>`],
  ['coordinates', `<place>${upTo(answer, '1 ')}</place>`],
  ['choices', `<choices>${upTo(answer, 'a ')}</choices>`],
])(
  'a file of the largest size with %s: within 5 s of processor time',
  (name, content) => {
    const xml = Buffer.from(`<data id="a"><meta><instanceID>1</instanceID></meta>${content}</data>`)
    expect(xml.length).toBeLessThanOrEqual(limits.submissions.bytes)
    const start = cpuMs()
    const outcome = processExample({ definition: targets, xml })
    const milliseconds = cpuMs() - start
    process.stdout.write(`${name}: ${outcome}, ${milliseconds.toFixed(0)} ms\n`)
    expect(milliseconds).toBeLessThan(5_000)
  },
  120_000,
)
