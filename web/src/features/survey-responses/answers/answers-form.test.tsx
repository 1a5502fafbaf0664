import { ask, group, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { Profiler } from 'react'
import type { ProfilerOnRenderCallback } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadAllTexts } from '#platform/testing/load-texts.ts'

import { AnswersForm, focusAnswer } from './answers-form.tsx'
import { createAnswersStore } from './answers-store.ts'
import type { AnswersStore } from './answers-store.ts'

beforeAll(() => loadAllTexts('en'))
afterEach(cleanup)

const images = { find: () => undefined, add: () => undefined }
const show = (store: AnswersStore, onRender: ProfilerOnRenderCallback = () => undefined) =>
  render(
    <QueryClientProvider client={new QueryClient()}>
      <Form layout="vertical">
        <Profiler id="answers" onRender={onRender}>
          <AnswersForm store={store} images={images} />
        </Profiler>
      </Form>
    </QueryClientProvider>,
  )

// Rendering 200 fields takes long on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const choices = { crops: ['maize', 'beans'].map((value) => ({ value, labels: { en: value } })) }

test('shows questions when they become relevant, and adds and removes rows', async () => {
  const store = createAnswersStore(
    surveyOf(
      [
        ask('choice', 'farm', { list: 'crops' }),
        group('field', [ask('number', 'size', { hints: { en: 'In hectares' } })], "${farm} = 'maize'"),
        repeat('members', [ask('text', 'first')]),
      ],
      choices,
    ),
    {},
  )
  show(store)
  expect(screen.queryByLabelText('size')).toBeNull()
  await userEvent.click(screen.getByRole('radio', { name: 'maize' }))
  await userEvent.type(screen.getByLabelText('size'), '2.5')
  expect(screen.getByText('In hectares')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Add to members' }))
  await userEvent.type(screen.getByLabelText('first'), 'Ana')
  await userEvent.click(screen.getByRole('button', { name: 'Add to members' }))
  await userEvent.click(screen.getByRole('button', { name: 'Remove members 2' }))
  expect(store.values()).toEqual({ farm: 'maize', size: 2.5, members: [{ first: 'Ana' }] })
  await userEvent.click(screen.getByRole('button', { name: 'Clear the answer' }))
  expect(screen.queryByLabelText('size')).toBeNull()
})

test('shows a message at its field, announces it to screen readers, and focuses the field', () => {
  const store = createAnswersStore(surveyOf([ask('text', 'a'), ask('text', 'head', { required: true })]), {})
  show(store)
  act(() => expect(store.check({ partial: false })).toBe('head'))
  const field = screen.getByLabelText('head')
  const message = screen.getByText('head is required')
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(field.getAttribute('aria-describedby')).toBe(message.id)
  focusAnswer(store, 'head')
  expect(document.activeElement).toBe(field)
})

test('keeps letters typed in a number field, and shows a message', async () => {
  const store = createAnswersStore(
    surveyOf([ask('number', 'size'), ask('integer', 'rooms'), ask('location', 'place')]),
    {},
  )
  show(store)
  await userEvent.type(screen.getByLabelText('size'), '1,5 ha')
  await userEvent.type(screen.getByLabelText('rooms'), 'three')
  await userEvent.type(screen.getByLabelText('Latitude'), '25S')
  act(() => void store.check({ partial: true }))
  expect(screen.getByLabelText('size')).toHaveProperty('value', '1,5 ha')
  expect(screen.getByText('size must be a number, like 7 or 12.5')).toBeDefined()
  expect(screen.getByText('rooms must be a number, like 7 or 12.5')).toBeDefined()
  expect(screen.getByText('place must be a latitude and a longitude')).toBeDefined()
  await userEvent.clear(screen.getByLabelText('size'))
  await userEvent.type(screen.getByLabelText('size'), '-2.')
  expect(screen.getByLabelText('size')).toHaveProperty('value', '-2.')
  await userEvent.type(screen.getByLabelText('size'), '50')
  await userEvent.clear(screen.getByLabelText('rooms'))
  await userEvent.clear(screen.getByLabelText('Latitude'))
  await userEvent.type(screen.getByLabelText('Latitude'), '-25.4')
  await userEvent.type(screen.getByLabelText('Longitude'), '32.8')
  expect(['size', 'rooms', 'place'].filter((path) => store.problemAt(path))).toEqual([])
  expect(store.values()).toEqual({ size: -2.5, place: { latitude: -25.4, longitude: 32.8 } })
  act(() => store.replace({ size: 0.25 }))
  expect(screen.getByLabelText('size')).toHaveProperty('value', '0.25')
})

const pagedSurvey = () => ({
  ...surveyOf(
    [
      group('first', [ask('text', 'a'), ask('choice', 'b', { list: 'crops' })]),
      group('hidden', [ask('text', 'c')], "${a} = 'x'"),
      ask('text', 'd', { required: true }),
      repeat('members', [ask('text', 'e', { required: true })]),
      group('last', [ask('text', 'f')]),
    ],
    choices,
  ),
  style: 'theme-grid pages',
})

test('shows one section per page if the author asks for pages', async () => {
  const store = createAnswersStore(pagedSurvey(), { members: [{}] })
  show(store)
  expect(screen.getByText('Page 1 of 3')).toBeDefined()
  expect(screen.queryByLabelText('d')).toBeNull()
  await userEvent.type(screen.getByLabelText('a'), 'x')
  await userEvent.click(screen.getByRole('button', { name: 'Next' }))
  expect(screen.getByText('Page 2 of 4')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('c'))
  await userEvent.keyboard('{Alt>}{PageDown}{PageDown}{/Alt}')
  expect(document.activeElement).toBe(screen.getByLabelText('f'))
  expect(screen.getByRole('button', { name: 'Next' })).toHaveProperty('disabled', true)
  await userEvent.click(screen.getByRole('link', { name: 'first' }))
  expect(screen.getByLabelText('a')).toHaveProperty('value', 'x')
})

test('opens the page of a problem', async () => {
  const store = createAnswersStore(pagedSurvey(), { members: [{}] })
  show(store)
  act(() => expect(store.check({ partial: false })).toBe('d'))
  expect(screen.getByRole('link', { name: 'Questions (1) 2 problems' })).toBeDefined()
  act(() => focusAnswer(store, 'members.0.e'))
  expect(document.activeElement).toBe(screen.getByLabelText('e'))
  await userEvent.click(screen.getByRole('link', { name: 'last' }))
  await userEvent.click(screen.getByRole('link', { name: /^Questions/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('d'))
})

test('splits a long questionnaire into pages', () => {
  const many = (from: number) =>
    Array.from({ length: 110 }, (_, index) => ask('text', `q${String(from + index)}`))
  show(createAnswersStore(surveyOf([group('long', many(0)), ...many(200)]), {}))
  expect(screen.getByText('Page 1 of 4')).toBeDefined()
  expect(screen.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
    'long (1)',
    'long (2)',
    'Questions (1)',
    'Questions (2)',
  ])
  expect(screen.getAllByRole('textbox')).toHaveLength(80)
})

test('renders one question per keystroke in a questionnaire of 200', () => {
  const store = createAnswersStore(
    surveyOf(Array.from({ length: 200 }, (_, index) => ask('text', `q${String(index)}`))),
    {},
  )
  const commits: { actualMs: number; baseMs: number }[] = []
  show(store, (_id, _phase, actualMs, baseMs) => commits.push({ actualMs, baseMs }))
  commits.length = 0
  for (let index = 0; index < 20; index += 1) act(() => store.set('q100', 'a'.repeat(index + 1)))
  expect(screen.getByLabelText('q100')).toHaveProperty('value', 'a'.repeat(20))
  const sum = (key: 'actualMs' | 'baseMs') => commits.reduce((total, commit) => total + commit[key], 0)
  expect(sum('actualMs')).toBeLessThan(sum('baseMs') / 20)
})

test('asks the questions of further types, and shows calculated answers read-only', async () => {
  const store = createAnswersStore(
    surveyOf(
      [
        ask('dateTime', 'when'),
        ask('barcode', 'code'),
        ask('line', 'path'),
        ask('acknowledge', 'consent'),
        ask('range', 'score', { range: { start: 1, end: 5, step: 1 } }),
        ask('rank', 'order', { list: 'crops' }),
        ask('integer', 'twice', { calculation: '${score} * 2' }),
        ask('calculated', 'step', { calculation: '1', result: 'number' }),
        ask('hidden', 'secret', { default: 'x' }),
        ask('metadata', 'device', { metadata: 'deviceid' }),
      ],
      choices,
    ),
    {},
  )
  show(store)
  await userEvent.type(screen.getByLabelText('when'), '2026-03-31 14:30')
  await userEvent.type(screen.getByLabelText('code'), '4006381333931')
  await userEvent.type(screen.getByRole('textbox', { name: 'path' }), '-25.9 32.5{enter}-25.8 32.6')
  await userEvent.click(screen.getByRole('checkbox', { name: 'consent OK' }))
  await userEvent.type(screen.getByLabelText('score'), '4')
  expect(screen.getByText('8').tagName).toBe('SPAN')
  for (const key of ['step', 'secret', 'device']) expect(screen.queryByText(key)).toBeNull()
  await userEvent.click(screen.getByRole('combobox', { name: 'order' }))
  await userEvent.click(screen.getByTitle('beans'))
  await userEvent.click(screen.getByTitle('maize'))
  expect(store.values()).toEqual({
    when: '2026-03-31T14:30',
    code: '4006381333931',
    path: {
      type: 'LineString',
      coordinates: [
        [32.5, -25.9],
        [32.6, -25.8],
      ],
    },
    consent: 'OK',
    score: 4,
    order: ['beans', 'maize'],
    twice: 8,
    step: 1,
  })
})

test('shows answers in labels as plain text, without their markup', async () => {
  const label = { labels: { en: 'Hello <b>${name}</b>' }, hints: { en: 'About ${name}' } }
  const store = createAnswersStore(surveyOf([ask('text', 'name'), ask('text', 'a', label)]), {})
  const { container } = show(store)
  await userEvent.type(screen.getByLabelText('name'), '<img src=x onerror=alert(1)>')
  expect(screen.getByText('Hello <b><img src=x onerror=alert(1)></b>')).toBeDefined()
  expect(screen.getByText('About <img src=x onerror=alert(1)>')).toBeDefined()
  expect(container.querySelector('img, b')).toBeNull()
})

test('offers only the choices that a filter selects', async () => {
  const store = createAnswersStore(
    surveyOf(
      [ask('text', 'not'), ask('choice', 'crop', { list: 'crops', choiceFilter: 'name != ${not}' })],
      choices,
    ),
    {},
  )
  show(store)
  expect(screen.getAllByRole('radio')).toHaveLength(2)
  await userEvent.type(screen.getByLabelText('not'), 'maize')
  expect(screen.getAllByRole('radio').map((radio) => radio.getAttribute('value'))).toEqual(['beans'])
})

test('says why a question offers no choices', async () => {
  const store = createAnswersStore(
    surveyOf(
      [
        ask('text', 'district', { labels: { en: 'District' } }),
        ask('choice', 'crop', { list: 'crops', choiceFilter: 'name = ${district}' }),
      ],
      choices,
    ),
    {},
  )
  show(store)
  expect(screen.getByText('No choices yet: answer “District” first.')).toBeDefined()
  await userEvent.type(screen.getByLabelText('District'), 'rice')
  expect(screen.getByText('No choices match.')).toBeDefined()
  act(() => store.set('district', 'maize'))
  expect(screen.getAllByRole('radio')).toHaveLength(1)
})

test('shows an ellipsis for a blank answer in a label', () => {
  const label = { labels: { en: 'Is ${head} the head?' } }
  show(createAnswersStore(surveyOf([ask('text', 'head'), ask('text', 'a', label)]), {}))
  expect(screen.getByText('Is … the head?')).toBeDefined()
})
