import { expect, test } from 'vitest'

import { describeError } from '#log.ts'

const errorWith = (message: string, more: object = {}): Error => Object.assign(new Error(message), more)

test('keeps the message, code and stack of an error, without addresses and links', () => {
  const error = errorWith('no ana@example.org at https://survey.test/x?token=1', { code: 'EODD' })
  const described = describeError(error) as { stack: string }
  expect(described).toEqual({
    type: 'Error',
    message: 'no [email] at [url]',
    code: 'EODD',
    stack: expect.stringContaining('log.test.ts'),
  })
  expect(described.stack).not.toMatch(/ana@|token/)
})

test('keeps paths in a stack readable', () => {
  const error = new Error('x')
  error.stack = 'Error: x\n    at file:///work/node_modules/@better-auth/core/dist/a.mjs:1:2'
  expect(describeError(error)).toMatchObject({ stack: error.stack })
})

test('logs only the codes of database errors', () => {
  const details = { severity: 'ERROR', code: '23505', constraint: 'user_email_key', table: 'user' }
  const error = errorWith('duplicate', { ...details, routine: 'check', detail: 'Key (email)=(ana) exists' })
  expect(describeError(error)).toEqual({
    type: 'database',
    code: '23505',
    constraint: 'user_email_key',
    table: 'user',
    routine: 'check',
  })
})

test.for([
  [
    { responseCode: 550, code: 'EENVELOPE' },
    { code: 'EENVELOPE', responseCode: 550 },
  ],
  [{ rejected: ['ana'], code: 'EENVELOPE' }, { code: 'EENVELOPE' }],
] as const)('logs only the codes of a mail server’s refusal: %o', ([more, expected]) => {
  expect(describeError(errorWith('550 mailbox of Ana unknown', more))).toEqual({ type: 'mail', ...expected })
})

test('describes a cause by the same rules, and a non-error only by its type', () => {
  const mail = errorWith('550 Ana', { responseCode: 550 })
  expect(describeError(new Error('outer', { cause: mail }))).toMatchObject({
    cause: { type: 'mail', responseCode: 550 },
  })
  expect(describeError('ana@example.org')).toEqual({ type: 'string' })
})
