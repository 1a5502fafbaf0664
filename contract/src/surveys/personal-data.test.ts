import { expect, test } from 'vitest'

import { derivableColumns, questionTypes } from './master.ts'
import { isPersonalQuestion, personalColumns } from './personal-data.ts'

// Copied by hand from the product description, to detect mistakes in the definition.
test('names, phone numbers, locations and photos of a response are personal', () => {
  expect(personalColumns).toEqual(['householdName', 'investigatorMobileNumber', 'location', 'photos'])
})

const plain = { personal: false, type: 'text' } as const

test('a question is personal by its flag, by its type, or by the column that it fills', () => {
  expect(isPersonalQuestion(plain)).toBe(false)
  expect(isPersonalQuestion({ ...plain, personal: true })).toBe(true)
  expect(questionTypes.filter((type) => isPersonalQuestion({ ...plain, type }))).toEqual([
    'photo',
    'location',
  ])
  expect(derivableColumns.filter((feeds) => isPersonalQuestion({ ...plain, feeds }))).toEqual([
    'householdName',
    'location',
    'investigatorMobileNumber',
  ])
})
