import { validateAnswers } from '@baseline/contract/surveys/validate-answers.ts'
import { expect, test } from 'vitest'

import { mapAnswers } from './map-answers.ts'
import { readSubmission } from './read-submission.ts'
import { cpuMs, options, readDemo, writeExample } from './testing/examples.ts'

const rounds = 1_000

/** Returns the processor time of one call, the lowest of three measurements. */
const measure = (work: () => void): number =>
  Math.min(
    ...Array.from({ length: 3 }, () => {
      const start = cpuMs()
      for (let round = 0; round < rounds; round += 1) work()
      return (cpuMs() - start) / rounds
    }),
  )

test('an interview of the demo questionnaire: reading costs less than validating', async () => {
  const demo = await readDemo()
  // Some random interviews end early, because the household does not consent.
  const { xml } = Array.from({ length: 50 }, (_, seed) => writeExample(demo, seed)).reduce(
    (longest, example) => (example.xml.length > longest.xml.length ? example : longest),
  )
  const submission = readSubmission(xml)
  const { values } = mapAnswers(demo, submission)
  const figures = {
    bytes: xml.length,
    readMs: measure(() => readSubmission(xml)),
    mapMs: measure(() => mapAnswers(demo, submission)),
    validateMs: measure(() => validateAnswers(demo, values, options)),
  }
  process.stdout.write(`an interview of the demo questionnaire: ${JSON.stringify(figures)}\n`)
  expect(figures.readMs + figures.mapMs).toBeLessThan(figures.validateMs)
}, 120_000)
