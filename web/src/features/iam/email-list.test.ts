import { expect, test } from 'vitest'

import { isEmail, splitEmails } from './email-list.ts'

test.for([
  ['ana@example.org,rui@example.org', ['ana@example.org', 'rui@example.org']],
  ['ana@example.org rui@example.org', ['ana@example.org', 'rui@example.org']],
  ['ana@example.org\nrui@example.org\r\n', ['ana@example.org', 'rui@example.org']],
  [' Ana@Example.org ;\t<rui@example.org>, ', ['ana@example.org', 'rui@example.org']],
  ['ana@example.org, ana@example.org', ['ana@example.org']],
  ['"Ana Lima" <ana@x.org>; Rui Sá <rui@x.org>', ['ana@x.org', 'rui@x.org']],
  ['Lima, Ana <ana@x.org>; "Sá, Rui" <Rui@x.org>', ['ana@x.org', 'rui@x.org']],
  ['ana@x.org, Rui Sá <rui@x.org>, Zoe <zoe@x.org>\nnope', ['ana@x.org', 'rui@x.org', 'zoe@x.org', 'nope']],
  ['nope', ['nope']],
  [' , \n', []],
] as const)('spec §1 splits addresses by comma, space or line: %j', ([text, emails]) => {
  expect(splitEmails([text])).toEqual(emails)
})

test('spec §5 checks each address separately', () => {
  expect(['ana@example.org', 'nope', 'a@b', `${'x'.repeat(250)}@b.org`].map(isEmail)).toEqual([
    true,
    false,
    false,
    false,
  ])
})
