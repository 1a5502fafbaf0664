import { expect, test } from 'vitest'

import { pointsOf, readShape, textOfShape } from './shapes.ts'
import { ask, surveyOf } from './testing/household.ts'
import { validateAnswers } from './validate-answers.ts'

const line = {
  type: 'LineString' as const,
  coordinates: [
    [32.5, -25.9],
    [32.6, -25.8],
  ],
}
const ring = [
  [32, -25],
  [33, -25],
  [33, -26],
]
const area = { type: 'Polygon' as const, coordinates: [[...ring, [32, -25]]] }

test('reads GeoJSON, its text, and points of ODK', () => {
  expect(readShape(line, 'line')).toEqual(line)
  expect(readShape(JSON.stringify(area), 'area')).toEqual(area)
  expect(readShape('-25.9 32.5 0 0; -25.8 32.6 12.5 3', 'line')).toEqual(line)
  expect(readShape('-25 32\n-25, 33\n-26 33\n', 'area')).toEqual(area)
  expect(readShape('-25 32;-25 33;-26 33;-25 32', 'area')).toEqual(area)
})

test.for([
  [line, 'area'],
  [area, 'line'],
  ['-25.9 32.5', 'line'],
  ['-25 32; -25 33', 'area'],
  ['95 32; -25 33', 'line'],
  ['a b; c d', 'line'],
  ['{', 'line'],
  [{ ...area, coordinates: [ring] }, 'area'],
  [{ ...line, crs: 'x' }, 'line'],
  [5, 'line'],
] as const)('refuses %j as %s', ([input, type]) => {
  expect(readShape(input, type)).toBeUndefined()
})

test('writes a shape for expressions, and its points for a reader', () => {
  const shape = readShape(area, 'area')
  if (!shape) throw new Error('no shape')
  expect(textOfShape(shape)).toBe('-25 32 0 0; -25 33 0 0; -26 33 0 0; -25 32 0 0')
  expect(pointsOf(shape)).toEqual(ring)
})

test('is an answer in a questionnaire', () => {
  const survey = surveyOf([
    ask('line', 'path', { constraint: "contains(., '-25.9 32.5')" }),
    ask('area', 'field'),
  ])
  const options = { language: 'en', today: '2026-03-31' }
  expect(validateAnswers(survey, { path: '-25.9 32.5; -25.8 32.6', field: area }, options)).toMatchObject({
    values: { path: line, field: area },
    issues: [],
  })
  expect(validateAnswers(survey, { path: 'here' }, options).issues[0]?.key).toBe(
    'entities.surveys.validation.shape',
  )
})
