import type { Item } from '@baseline/contract/surveys/master.ts'
import { ask, group, repeat, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { beforeAll, expect, test, vi } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'

import { createAnswersStore, newDraft } from './answers-store.ts'

beforeAll(() => loadLanguage('en'))

const survey = surveyOf([
  ask('text', 'head', { required: true }),
  ask('integer', 'children', { constraint: '. < 30' }),
  group('school', [ask('text', 'name', { required: true })], '${children} > 0'),
  repeat('members', [
    ask('text', 'first', { required: true }),
    ask('text', 'why', { relevant: "${first} = 'x'" }),
  ]),
])

test('shows and hides questions immediately when answers change', () => {
  const store = createAnswersStore(survey, {})
  expect(store.isShown('name')).toBe(false)
  store.set('children', 2)
  expect(store.isShown('name')).toBe(true)
  store.addRow('members')
  store.addRow('members')
  store.set('members.1.first', 'x')
  expect([store.isShown('why', 0), store.isShown('why', 1)]).toEqual([false, true])
})

test('shows no problems before the first check, then validates every change', () => {
  const store = createAnswersStore(survey, { children: 40 })
  expect(store.problemAt('head')).toBeUndefined()
  expect(store.check({ partial: false })).toBe('head')
  expect(store.problemAt('head')).toBe('head is required')
  expect(store.problemAt('children')).toBe('children: this answer is not allowed')
  store.set('head', 'Ana')
  store.set('children', 3)
  expect(store.problemAt('children')).toBeUndefined()
  expect(store.problemAt('name')).toBe('name is required')
  expect(store.check({ partial: true })).toBeUndefined()
})

test('leaves out a hidden answer, and restores it with its question', () => {
  const store = createAnswersStore(survey, { children: 1, name: 'Escola 1' })
  store.set('children', 0)
  expect(store.values()).toEqual({ children: 0 })
  store.set('children', 1)
  expect(store.values()).toEqual({ children: 1, name: 'Escola 1' })
})

test('keeps the id of a row when another row is removed', () => {
  const store = createAnswersStore(survey, { members: [{ first: 'a' }, { first: 'b' }, { first: 'c' }] })
  const [, , third] = store.rowIds('members')
  store.removeRow('members', 1)
  expect(store.rowIds('members')[1]).toBe(third)
  expect(store.draft()['members']).toEqual([{ first: 'a' }, { first: 'c' }])
  store.removeRow('members', 0)
  store.removeRow('members', 0)
  expect(store.draft()).toEqual({})
})

test('keeps messages of the server until the answers change', () => {
  const store = createAnswersStore(survey, { head: 'Ana' })
  const listener = vi.fn<() => void>()
  store.subscribe(listener)
  store.place(new Map([['head', 'This name is unknown']]))
  expect(store.problemAt('head')).toBe('This name is unknown')
  expect(listener).toHaveBeenCalledOnce()
  store.set('head', 'Rui')
  expect(store.problemAt('head')).toBeUndefined()
})

test('counts the problems of a section by its questions and repeats', () => {
  const store = createAnswersStore(survey, {})
  const count = (...keys: string[]) => store.countProblems(new Set(keys))
  store.place(
    new Map([
      ['age', 'too old'],
      ['members.0.age', 'too young'],
      ['members.1.age', 'too young'],
    ]),
  )
  expect([count('age'), count('members'), count('age', 'members'), count('crop')]).toEqual([1, 2, 3, 0])
})

const people: Item = {
  kind: 'repeat',
  key: 'people',
  labels: { en: 'People' },
  count: '${size}',
  items: [ask('text', 'role', { default: 'member' })],
}

test('keeps as many rows as the questionnaire counts, with their default answers', () => {
  const store = createAnswersStore(surveyOf([ask('integer', 'size'), people]), {})
  expect(store.rowIds('people')).toEqual([])
  store.set('size', 2)
  const ids = store.rowIds('people')
  expect(ids).toHaveLength(2)
  expect(store.values()).toEqual({ size: 2, people: [{ role: 'member' }, { role: 'member' }] })
  store.set('people.1.role', 'head')
  store.set('size', 1)
  expect(store.rowIds('people')).toEqual([ids[0]])
  expect(store.values()['people']).toEqual([{ role: 'member' }])
  // A wrong number must not lose the answers of the second row.
  store.set('size', 2)
  expect(store.values()['people']).toEqual([{ role: 'member' }, { role: 'head' }])
})

test('calculates, filters and requires while answers change', () => {
  const store = createAnswersStore(
    surveyOf(
      [
        ask('integer', 'a'),
        ask('calculated', 'double', { calculation: '${a} * 2', result: 'number' }),
        ask('text', 'why', { requiredIf: '${double} > 10', readOnly: '${a} = 1' }),
        ask('choice', 'village', { list: 'villages', choiceFilter: 'size > ${a}' }),
      ],
      {
        villages: ['1', '5', '9'].map((value) => ({
          value,
          labels: { en: value },
          attributes: { size: value },
        })),
      },
    ),
    {},
  )
  store.set('a', 4)
  const choices = store.choicesOf('village')
  expect([store.resultAt('double'), store.isRequired('why'), choices.length]).toEqual([8, false, 2])
  store.set('why', 'x')
  // The component renders again only if the list changes.
  expect(store.choicesOf('village')).toBe(choices)
  store.set('a', 6)
  expect([store.isRequired('why'), store.isReadOnly('why'), store.choicesOf('village').length]).toEqual([
    true,
    false,
    1,
  ])
})

test('begins a new response with default answers', () => {
  expect(newDraft(surveyOf([ask('text', 'country', { default: 'Mozambique' }), ask('text', 'b')]))).toEqual({
    country: 'Mozambique',
  })
})
