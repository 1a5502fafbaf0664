import { ask, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { expect, test } from 'vitest'

import { aResponse as record } from '../testing/a-response.ts'
import {
  answersIn,
  clearDerivedFields,
  comparedNames,
  derivedFields,
  fieldsOf,
  flatten,
} from './response-fields.ts'

const survey = surveyOf([
  ask('text', 'where', { feeds: 'village' }),
  ask('text', 'who', { feeds: 'investigatorName' }),
  ask('note', 'thanks'),
])

test('leaves a column to the question that fills it, unless the record has another value', () => {
  expect([...derivedFields(survey, undefined)]).toEqual(['village'])
  expect([...derivedFields(survey, record)]).toEqual(['village'])
  expect([...derivedFields(survey, { ...record, village: 'Elsewhere' })]).toEqual([])
  expect(clearDerivedFields(fieldsOf(record), new Set(['village']))).toMatchObject({
    village: null,
    districtName: 'Beira',
    photos: [{ url: 'https://photos.example.org/1.jpg' }],
  })
})

test('compares two versions by field and by answer', () => {
  const flat = flatten(fieldsOf(record), record.values)
  expect(flat).toMatchObject({ investigatorName: 'Ana', 'values.where': 'Mucupia' })
  expect(answersIn(flat)).toEqual(record.values)
  const names = comparedNames(survey, new Set())
  expect(names).toEqual(expect.arrayContaining(['supervisorName', 'village', 'values.where', 'values.who']))
  expect(names).not.toContain('values.thanks')
})

test('compares a column that an answer fills only as the answer', () => {
  const names = comparedNames(survey, derivedFields(survey, record))
  expect(names).toContain('values.where')
  expect(names).not.toContain('village')
})
