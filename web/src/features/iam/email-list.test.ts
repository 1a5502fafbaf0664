import { expect, test } from 'vitest'

import { isEmail, splitEmails } from './email-list.ts'

test.for([
  ['ana@example.org,rui@example.org', ['ana@example.org', 'rui@example.org']],
  ['ana@example.org rui@example.org', ['ana@example.org', 'rui@example.org']],
  ['ana@example.org\nrui@example.org\r\n', ['ana@example.org', 'rui@example.org']],
  [' Ana@Example.org ;\t<rui@example.org>, ', ['ana@example.org', 'rui@example.org']],
  ['ana@example.org, ana@example.org', ['ana@example.org']],
  ['nope', ['nope']],
  [' , \n', []],
] as const)('spec §1 several addresses by comma, space or line: %j', ([text, emails]) => {
  expect(splitEmails([text])).toEqual(emails)
})

test('spec §5 each is checked by itself', () => {
  expect(['ana@example.org', 'nope', 'a@b', `${'x'.repeat(250)}@b.org`].map(isEmail)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
