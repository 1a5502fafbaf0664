import { expect, test } from 'vitest'

import { fieldError } from './errors.ts'

test('an error of a field has the code of its message, or errors.invalid for a rule of the field', () => {
  const key = 'entities.surveyResponses.errors.surveyNotFound'
  expect(fieldError('data.surveyId', key)).toMatchObject({
    code: key,
    status: 400,
    details: { issues: [{ path: 'data.surveyId', key, params: {} }] },
  })
  expect(fieldError('id', 'validation.mixed.default')).toMatchObject({
    code: 'errors.invalid',
    details: { issues: [{ path: 'id', key: 'validation.mixed.default', params: {} }] },
  })
})
