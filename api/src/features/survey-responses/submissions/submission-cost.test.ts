import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { expect, test } from 'vitest'

import { mapAnswers } from './map-answers.ts'
import { readSubmission } from './read-submission.ts'
import { cpuMs, options, readDemo, writeExample } from './testing/examples.ts'

const rounds = 200
const turns = 15

/** Returns the processor time of one call of each kind, the lowest of several turns: other tests disturb some of them. */
const measure = <Name extends string>(works: Record<Name, () => void>): Record<Name, number> => {
  const lowest = Object.fromEntries(Object.keys(works).map((name) => [name, Infinity])) as Record<
    Name,
    number
  > // the same keys
  for (let turn = 0; turn < turns; turn += 1)
    for (const name in works) {
      const start = cpuMs()
      for (let round = 0; round < rounds; round += 1) works[name]()
      lowest[name] = Math.min(lowest[name], (cpuMs() - start) / rounds)
    }
  return lowest
}

test('an interview of the demo questionnaire: reading costs less than validating', async () => {
  const demo = await readDemo()
  // Some random interviews end early, because the household does not consent.
  const { xml } = Array.from({ length: 50 }, (_, seed) => writeExample(demo, seed)).reduce(
    (longest, example) => (example.xml.length > longest.xml.length ? example : longest),
  )
  const submission = readSubmission(xml)
  const { values } = mapAnswers(demo, submission)
  const figures = measure({
    readMs: () => readSubmission(xml),
    mapMs: () => mapAnswers(demo, submission),
    validateMs: () => validateAnswers(demo, values, options),
  })
  process.stdout.write(
    `an interview of the demo questionnaire: ${JSON.stringify({ bytes: xml.length, ...figures })}\n`,
  )
  expect(figures.readMs + figures.mapMs).toBeLessThan(figures.validateMs)
}, 120_000)
