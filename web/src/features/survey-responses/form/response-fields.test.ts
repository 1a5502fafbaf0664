import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { ask, surveyOf } from '@baseline/contract/surveys/testing/household.ts'
import { expect, test } from 'vitest'

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

const record: SurveyResponse = {
  id: '01a1dd5e-bcb1-798e-b318-bc1163ea192c',
  displayId: '1234-5678-9012',
  surveyId: '01a1dd5e-bcb1-798e-b318-bc1163ea192d',
  surveyLabel: 'Household',
  surveyVersion: 1,
  surveyDate: null,
  startTime: null,
  origTime: null,
  endTime: null,
  status: 'submitted',
  email: null,
  userId: null,
  investigatorName: 'Ana',
  investigatorEmail: null,
  investigatorMobileNumber: null,
  supervisorName: 'Rui',
  districtName: 'Beira',
  village: 'Mucupia',
  villageType: null,
  villageCategory: null,
  householdName: null,
  createdAt: '2026-11-14T09:30:00.000Z',
  updatedAt: '2026-11-14T09:30:00.000Z',
  version: 3,
  startOffsetMinutes: null,
  investigatorId: null,
  supervisorId: null,
  location: null,
  photos: [{ url: 'https://photos.example.org/1.jpg' }],
  values: { where: 'Mucupia' },
}

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
