import { ask, group, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { loadAllTexts } from '#platform/testing/load-texts.ts'

import { AnswersView } from './answers-view.tsx'

beforeAll(() => loadAllTexts('en'))
afterEach(cleanup)

const choices = {
  yes_no: [
    { value: 'yes', labels: { en: 'Yes', 'pt-BR': 'Sim' } },
    { value: 'no', labels: { en: 'No', 'pt-BR': 'Não' } },
  ],
}
const survey = surveyOf(
  [
    group('household', [
      ask('text', 'head'),
      ask('choice', 'farm', { list: 'yes_no' }),
      ask('choices', 'tools', { list: 'yes_no' }),
      ask('text', 'crop', { relevant: "${farm} = 'yes'" }),
      ask('note', 'thanks'),
    ]),
    repeat('members', [ask('text', 'first'), ask('integer', 'age', { relevant: "${first} != 'Rui'" })]),
  ],
  choices,
)

const show = (values: object, before: object = {}) =>
  render(
    <AnswersView survey={survey} values={{ ...values }} before={{ ...before }} photoOf={() => undefined} />,
  )
const answerTo = (question: string) => screen.getByText(question).parentElement?.textContent

test('shows answers by section with their labels, a dash for blank ones, and no irrelevant questions', () => {
  show({ farm: 'no', tools: ['yes', 'no'] })
  expect(screen.getByRole('heading', { name: 'household', level: 2 })).toBeDefined()
  expect(answerTo('farm')).toBe('farmNo')
  expect(answerTo('tools')).toBe('toolsYes, No')
  expect(answerTo('head')).toBe('head—')
  expect(screen.queryByText('crop')).toBeNull()
  expect(screen.queryByText('thanks')).toBeNull()
})

test('shows a repeat as a table, with an empty cell for an irrelevant question', () => {
  show({ members: [{ first: 'Ana', age: 34 }, { first: 'Rui' }] })
  expect(screen.getByRole('heading', { name: 'members (2)' })).toBeDefined()
  const [, ana, rui] = screen.getAllByRole('row')
  expect(
    within(ana as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Ana', '34'])
  expect(
    within(rui as HTMLElement)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['Rui', ''])
})

test('shows the previous value of a changed answer, also inside a repeat', () => {
  show(
    { head: 'Ana Lima', farm: 'yes', members: [{ first: 'Ana', age: 35 }] },
    { head: 'Ana', farm: undefined, members: [{ first: 'Ana', age: 34 }] },
  )
  expect(answerTo('head')).toBe('headAna Limawas Ana')
  expect(answerTo('farm')).toBe('farmYeswas blank')
  expect(screen.getAllByRole('cell').map((cell) => cell.textContent)).toEqual(['Ana', '35was 34'])
})

test('shows markup in an answer as text', () => {
  show({ head: '<img src=x onerror=alert(1)>' })
  expect(answerTo('head')).toBe('head<img src=x onerror=alert(1)>')
  expect(document.querySelector('img')).toBeNull()
})

test('shows calculated answers with a label, and answers in labels', () => {
  const calculated = surveyOf([
    ask('text', 'name'),
    ask('calculated', 'total', { labels: { en: 'Total' } }),
    ask('calculated', 'step', { labels: {} }),
    ask('text', 'age', { labels: { en: 'Age of ${name}' } }),
  ])
  const values = { name: '<i>Ana</i>', total: 7, step: 3, age: '9' }
  const { container } = render(
    <AnswersView survey={calculated} values={values} before={{}} photoOf={() => undefined} />,
  )
  expect(answerTo('Total')).toBe('Total7')
  expect(answerTo('Age of <i>Ana</i>')).toBe('Age of <i>Ana</i>9')
  expect(screen.queryByText('step')).toBeNull()
  expect(container.querySelector('i')).toBeNull()
})

test('plays recordings and offers files for download', () => {
  const media = surveyOf([ask('audio', 'voice'), ask('video', 'clip'), ask('file', 'letter')])
  const { container } = render(
    <AnswersView
      survey={media}
      values={{ voice: 'a', clip: 'b', letter: 'c' }}
      before={{}}
      photoOf={(key) => ({ key, name: `${key}.bin`, src: `/files/${key}`, thumbnail: undefined })}
    />,
  )
  expect(container.querySelector('audio')?.getAttribute('src')).toBe('/files/a')
  expect(container.querySelector('video')?.getAttribute('src')).toBe('/files/b')
  const link = screen.getByRole('link', { name: 'c.bin' })
  expect([link.getAttribute('href'), link.getAttribute('download')]).toEqual(['/files/c', 'c.bin'])
})
