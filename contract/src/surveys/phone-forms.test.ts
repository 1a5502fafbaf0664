import { expect, test } from 'vitest'

import { formatFormVersion, getPhoneForm, questionnaireVersionOf } from './phone-forms.ts'

test('the version of a form gives the version of the questionnaire back', () => {
  const text = formatFormVersion({ version: 12, generator: 3 })
  expect([text, questionnaireVersionOf(text)]).toEqual(['12.3', 12])
  expect(getPhoneForm.params.shape.version.parse(text)).toEqual({ version: 12, generator: 3 })
})

test('the first forms had no number of a generator', () => {
  expect(questionnaireVersionOf('7')).toBe(7)
})

test.for(['', '0', '01', '1.', '.1', '1.0', '1.2.3', '-1', '1e3', ' 1', '1\n', '1234567890'])(
  '%j is no version',
  (text) => {
    expect(questionnaireVersionOf(text)).toBeUndefined()
  },
)
