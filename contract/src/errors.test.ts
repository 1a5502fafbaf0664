import { expect, test } from 'vitest'

import { fieldError } from './errors.ts'

test('an error of a field has the code of its message, or errors.invalid for a rule of the field', () => {
  const key = 'entities.userDetails.errors.managerNotFound'
  expect(fieldError('data.managerId', key)).toMatchObject({
    code: key,
    status: 400,
    details: { issues: [{ path: 'data.managerId', key, params: {} }] },
  })
  expect(fieldError('id', 'validation.mixed.default')).toMatchObject({
    code: 'errors.invalid',
    details: { issues: [{ path: 'id', key: 'validation.mixed.default', params: {} }] },
  })
})
