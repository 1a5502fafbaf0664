import type { Locator, Page } from '@playwright/test'

import { buildLargeQuestionnaire } from './large-questionnaire.ts'
import { closeSurvey, openSurvey } from './questionnaires.ts'
import { createSuffix } from './random-suffix.ts'
import { expect, test } from './test.ts'
import { signInAs } from './users.ts'

/** Keystrokes into each field: numbers stay valid at any length that is typed here. */
const keystrokesPerField = 40
const limitMs = 50

/**
 * Records the time from each key press to the end of the frame that follows. The message is delivered after the
 * browser has painted the frame.
 */
const recordKeystrokes = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const durations: number[] = []
    Object.assign(globalThis, { keystrokeDurations: durations })
    document.addEventListener(
      'keydown',
      ({ timeStamp }) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.addEventListener('message', () => {
            durations.push(performance.now() - timeStamp)
            port1.close()
          })
          port1.start()
          port2.postMessage(undefined)
        })
      },
      { capture: true },
    )
  })
}

/** Returns the durations of the recorded key presses and forgets them. */
const takeDurations = (page: Page): Promise<number[]> =>
  page.evaluate(() =>
    (globalThis as unknown as { keystrokeDurations: number[] }).keystrokeDurations.splice(0),
  )

const percentile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN

const describe = (durations: readonly number[]): string => {
  const sorted = durations.toSorted((a, b) => a - b)
  const [median, p95, max] = [0.5, 0.95, 1].map((share) => percentile(sorted, share).toFixed(1))
  return `${String(sorted.length)} keystrokes: median ${median ?? ''} ms, p95 ${p95 ?? ''} ms, max ${max ?? ''} ms`
}

/** Returns a function that reads the processor time of the page, which depends less on other programs. */
const watchProcessor = async (page: Page): Promise<() => Promise<number>> => {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

/** Types a character and deletes it again, so that conditions on the answer change back and forth. */
const typeInto = async (page: Page, name: string, field: Locator, character: string): Promise<number[]> => {
  await field.click()
  await takeDurations(page)
  const readMs = await watchProcessor(page)
  const before = await readMs()
  for (let count = 0; count < keystrokesPerField; count += 1)
    await page.keyboard.press(count % 4 === 3 ? 'Backspace' : character, { delay: 10 })
  await expect
    .poll(() =>
      page.evaluate(
        () => (globalThis as unknown as { keystrokeDurations: number[] }).keystrokeDurations.length,
      ),
    )
    .toBe(keystrokesPerField)
  const durations = await takeDurations(page)
  const processorMs = ((await readMs()) - before) / keystrokesPerField
  console.log(`${name}: ${describe(durations)}, processor time ${processorMs.toFixed(1)} ms each`)
  return durations
}

/** The first section is the first or the second page of the form. */
const openFirstSection = (page: Page): Promise<void> =>
  page
    .getByRole('navigation', { name: 'Sections' })
    .getByRole('link', { name: 'Section 1', exact: true })
    .click()

const measure = async (page: Page): Promise<number[]> => [
  ...(await typeInto(page, 'text in 200 labels', page.getByLabel('Name 1', { exact: true }), 'a')),
  ...(await typeInto(page, 'number in 150 conditions', page.getByLabel('Size 1', { exact: true }), '1')),
  ...(await typeInto(page, 'number in a repeat', page.getByLabel('Age 1', { exact: true }).first(), '1')),
  ...(await typeInto(page, 'text with a pattern', page.getByLabel('Code 1', { exact: true }), 'b')),
  ...(await typeInto(page, 'search in 19,798 choices', page.getByLabel('Market 1', { exact: true }), '1')),
]

const rounds = 3

/** Repeats a slow round: another program may have disturbed it. A slow form is slow in every round. */
const expectFast = async (name: string, page: Page): Promise<void> => {
  const results: number[] = []
  while (results.length < rounds && !results.some((p95) => p95 < limitMs)) {
    const durations = await measure(page)
    console.log(`${name}: ${describe(durations)}`)
    expect(durations.length).toBe(5 * keystrokesPerField)
    const sorted = durations.toSorted((x, y) => x - y)
    results.push(percentile(sorted, 0.95))
  }
  expect(Math.min(...results)).toBeLessThan(limitMs)
}

test('a keystroke takes under 50 ms with 1,000 questions, 20,000 choices and 10 languages', async ({
  page,
  context,
  product,
}) => {
  test.setTimeout(300_000)
  const formId = `large_${createSuffix()}`
  await openSurvey(product, await buildLargeQuestionnaire(formId))
  await signInAs(context, product, 'manager')
  await recordKeystrokes(page)

  await test.step('in the form of a new response', async () => {
    await page.goto('/survey-responses/new')
    await page.getByRole('combobox', { name: 'Survey', exact: true }).click()
    const start = performance.now()
    await page.getByTitle(formId).click()
    await openFirstSection(page)
    await page.getByLabel('Name 1', { exact: true }).fill('Ana')
    console.log(`form usable after ${(performance.now() - start).toFixed(0)} ms`)
    await expectFast('form', page)
  })

  await test.step('in the preview', async () => {
    await page.goto('/surveys')
    await page.getByRole('link', { name: formId }).click()
    const start = performance.now()
    await page.getByRole('link', { name: 'Preview' }).first().click()
    await page.getByLabel('Name 1', { exact: true }).fill('Ana')
    console.log(`preview usable after ${(performance.now() - start).toFixed(0)} ms`)
    await expectFast('preview', page)
  })
  await closeSurvey(product, formId)
})
