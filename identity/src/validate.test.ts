import { expect, test } from 'vitest'

import { ownPage } from '#validate.ts'

const page = ownPage('https://survey.example')

test.for([
  ['/profile?tab=1', 'https://survey.example/profile?tab=1'],
  ['https://survey.example/profile', 'https://survey.example/profile'],
] as const)('accepts a page of the own origin: %s', ([value, expected]) => {
  expect(page.parse(value)).toBe(expected)
})

test.for([
  'https://evil.example/',
  '//evil.example/',
  'http://survey.example/',
  'javascript:alert(1)',
  // Has the origin of the page that created it.
  'blob:https://survey.example/0b1f',
])('refuses a URL that is not a page of the own origin: %s', (value) => {
  expect(page.safeParse(value).success).toBe(false)
})
