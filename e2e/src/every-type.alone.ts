import type { Locator, Page } from '@playwright/test'

import { questionTypes } from '../../contract/src/surveys/master.ts'
import type { QuestionType } from '../../contract/src/surveys/master.ts'
import { createPngFile } from './images.ts'
import { definitionOf } from './locators.ts'
import { buildQuestionnaire, closeSurvey, openSurvey } from './questionnaires.ts'
import { createSuffix } from './random-suffix.ts'
import { createWavFile, recordVideo } from './recordings.ts'
import { expect, expectAccessible, test } from './test.ts'
import { signInAs } from './users.ts'
import type { TestFile } from './workbooks.ts'

// This test opens a survey. Other tests expect that only the survey of the demo is open.

const labelOf = (type: QuestionType): string => `Answer of type ${type}`

interface TypeCase {
  /** Type in the workbook. */
  type: string
  calculation?: string
  parameters?: string
  default?: string
  /** Enters the answer of the first or the second response; absent if the form does not ask the question. */
  enter?: (page: Page, first: boolean) => Promise<void>
  /** Checks the answer in the view. */
  expectShown: (shown: Locator, first: boolean) => Promise<void>
}

const typedText = (
  type: QuestionType,
  [one, other]: readonly [string, string],
): Pick<TypeCase, 'enter' | 'expectShown'> => ({
  enter: (page, first) => page.getByLabel(labelOf(type), { exact: true }).fill(first ? one : other),
  expectShown: (shown, first) => expect(shown).toHaveText(first ? one : other),
})

const upload = async (page: Page, type: QuestionType, file: TestFile): Promise<void> => {
  await page.getByLabel(labelOf(type), { exact: true }).setInputFiles(file)
  await expect(page.getByRole('button', { name: `Remove ${file.name}` })).toBeVisible()
}

/** Plays a recording: its duration is known only if the browser can decode it. */
const expectPlayable = async (player: Locator): Promise<void> => {
  await expect(player).toBeVisible()
  expect(
    await player.evaluate(async (media: HTMLMediaElement) => {
      media.muted = true
      await media.play()
      return media.currentTime >= 0 && media.error === null && media.readyState > 1
    }),
  ).toBe(true)
}

const group = (page: Page, type: QuestionType): Locator =>
  page.getByRole('group', { name: labelOf(type), exact: true })

/** Draws a line of two points on the map, and moves the second one. */
const drawLine = async (page: Page): Promise<void> => {
  const field = group(page, 'line')
  await field.getByRole('button', { name: 'Use the map' }).click()
  const map = field.getByRole('region', { name: 'Map of the points' })
  await map.click({ position: { x: 200, y: 100 } })
  await map.click({ position: { x: 260, y: 130 } })
  await expect(field.getByRole('textbox')).toHaveValue(/^\S+ \S+\n\S+ \S+$/)
  const drawn = await field.getByRole('textbox').inputValue()
  await map.hover({ position: { x: 260, y: 130 } })
  await page.mouse.down()
  await map.hover({ position: { x: 300, y: 90 } })
  await page.mouse.up()
  const [start = '', end = ''] = (await field.getByRole('textbox').inputValue()).split('\n')
  expect(drawn.startsWith(`${start}\n`)).toBe(true)
  expect(drawn).not.toContain(end)
  await map.click({ position: { x: 340, y: 60 } })
  await field.getByRole('button', { name: 'Remove the last point' }).click()
  await expect(field.getByRole('textbox')).toHaveValue(`${start}\n${end}`)
}

const corners = '-25.4 32.8\n-25.4 32.9\n-25.5 32.9'

const cases: Readonly<Record<QuestionType, TypeCase>> = {
  text: { type: 'text', ...typedText('text', ['Ilha Josina', 'Três <b>casas</b>']) },
  number: { type: 'decimal', ...typedText('number', ['2.5', '-0.25']) },
  integer: { type: 'integer', ...typedText('integer', ['7', '12']) },
  date: { type: 'date', ...typedText('date', ['2026-03-31', '2026-04-01']) },
  time: { type: 'time', ...typedText('time', ['14:30', '06:05']) },
  dateTime: { type: 'dateTime', ...typedText('dateTime', ['2026-03-31 14:30', '2026-04-01 06:05']) },
  choice: {
    type: 'select_one source',
    enter: (page, first) => page.getByRole('radio', { name: first ? 'Well' : 'River' }).check(),
    expectShown: (shown, first) => expect(shown).toHaveText(first ? 'Well' : 'River'),
  },
  choices: {
    type: 'select_multiple source',
    enter: async (page, first) => {
      for (const name of first ? ['Tap', 'Well'] : ['River'])
        await page.getByRole('checkbox', { name, exact: true }).check()
    },
    expectShown: (shown, first) => expect(shown).toHaveText(first ? 'Well, Tap' : 'River'),
  },
  rank: {
    type: 'rank source',
    enter: async (page, first) => {
      const field = page.getByRole('combobox', { name: labelOf('rank') })
      for (const name of first ? ['Tap', 'River', 'Well'] : ['River', 'Well', 'Tap']) {
        await field.fill(name)
        await field.press('Enter')
      }
      await field.press('Escape')
    },
    expectShown: (shown, first) => expect(shown).toHaveText(first ? 'Tap, River, Well' : 'River, Well, Tap'),
  },
  range: { type: 'range', parameters: 'start=1 end=5 step=1', ...typedText('range', ['4', '5']) },
  barcode: { type: 'barcode', ...typedText('barcode', ['4006381333931', '0012']) },
  acknowledge: {
    type: 'acknowledge',
    enter: (page) => page.getByRole('checkbox', { name: new RegExp(labelOf('acknowledge')) }).check(),
    expectShown: (shown) => expect(shown).toHaveText('OK'),
  },
  photo: {
    type: 'image',
    enter: (page) => upload(page, 'photo', createPngFile('house.png')),
    expectShown: (shown) => expect(shown.getByRole('img', { name: 'house.png' })).toBeVisible(),
  },
  audio: {
    type: 'audio',
    enter: (page) => upload(page, 'audio', createWavFile('voice.wav')),
    expectShown: (shown) => expectPlayable(shown.getByLabel('voice.wav')),
  },
  video: {
    type: 'video',
    enter: async (page) => upload(page, 'video', await recordVideo(page, 'yard.webm')),
    expectShown: (shown) => expectPlayable(shown.getByLabel('yard.webm')),
  },
  file: {
    type: 'file',
    enter: (page) =>
      upload(page, 'file', { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('maize\n') }),
    expectShown: async (shown) => {
      const started = shown.page().waitForEvent('download')
      await shown.getByRole('link', { name: 'list.txt' }).click()
      expect((await started).suggestedFilename()).toBe('list.txt')
    },
  },
  location: {
    type: 'geopoint',
    enter: async (page, first) => {
      await group(page, 'location')
        .getByLabel('Latitude')
        .fill(first ? '-25.4' : '-14.5')
      await group(page, 'location').getByLabel('Longitude').fill('32.8')
    },
    expectShown: (shown, first) =>
      expect(shown).toHaveText(first ? '-25.400000, 32.800000' : '-14.500000, 32.800000'),
  },
  line: {
    type: 'geotrace',
    enter: (page, first) =>
      first ? drawLine(page) : group(page, 'line').getByRole('textbox').fill('-25.4 32.8\n-25.5 32.9'),
    expectShown: async (shown) => {
      await expect(shown).toContainText('2 points')
      await expect(shown.getByRole('region', { name: 'Map of the points' })).toBeVisible()
    },
  },
  area: {
    type: 'geoshape',
    enter: (page) => group(page, 'area').getByRole('textbox').fill(corners),
    expectShown: (shown) => expect(shown).toContainText('3 points'),
  },
  calculated: {
    type: 'calculate',
    calculation: '${integer} * 2',
    expectShown: (shown, first) => expect(shown).toHaveText(first ? '14' : '24'),
  },
  hidden: { type: 'hidden', default: 'batch-7', expectShown: (shown) => expect(shown).toHaveText('batch-7') },
  metadata: {
    type: 'today',
    expectShown: (shown) => expect(shown).toHaveText(/^\d{4}-\d\d-\d\d$/),
  },
  note: { type: 'note', expectShown: (shown) => expect(shown).toHaveCount(0) },
}

const sources = [
  ['source', 'well', 'Well', 'Poço'],
  ['source', 'river', 'River', 'Rio'],
  ['source', 'tap', 'Tap', 'Torneira'],
]

test('a supervisor enters two responses with every type of question and sees every answer', async ({
  page,
  context,
  product,
}) => {
  test.slow()
  const formId = `types_${createSuffix()}`
  const survey = questionTypes.map((key) => {
    const { type, calculation = null, parameters = null, default: initial = null } = cases[key]
    return [type, key, labelOf(key), labelOf(key), null, calculation, parameters, initial]
  })
  const columns = ['calculation', 'parameters', 'default']
  await openSurvey(
    product,
    await buildQuestionnaire({ formId, title: formId, survey, columns, choices: sources }),
  )
  await signInAs(context, product, 'supervisor')

  for (const first of [true, false]) {
    const displayId = `${formId}-${first ? '1' : '2'}`
    await page.goto('/survey-responses/new')
    await page.getByRole('combobox', { name: 'Survey', exact: true }).click()
    await page.getByTitle(formId).click()
    await page.getByLabel('Enumerator', { exact: true }).fill('Celso Tembe')
    await page.getByLabel('Start', { exact: true }).fill('2026-11-14 09:30')
    await page.getByLabel('Survey Id', { exact: true }).fill(displayId)
    await expect(page.getByText(labelOf('note'), { exact: true })).toBeVisible()
    for (const type of questionTypes) await cases[type].enter?.(page, first)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(page.getByText('Survey response saved successfully')).toBeVisible()

    await page.getByRole('main').getByRole('link', { name: displayId }).click()
    for (const type of questionTypes)
      await test.step(type, () => cases[type].expectShown(definitionOf(page, labelOf(type)), first))
    await expectAccessible(page)
  }
  await closeSurvey(product, formId)
})
