import { Profile } from '@baseline/contract/auth/contract.ts'
import { email, text } from '@baseline/contract/fields.ts'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'

import { ApiError } from '../errors.ts'
import { loadLanguage } from '../i18n.ts'
import { fieldError, formOf, isRequired, parseForm, serverProblems } from './form-shape.ts'

const account = formOf(z.object({ email, password: z.string().min(10) }), {
  email: 'user.fields.email',
  password: 'user.fields.password',
})
const profile = formOf(
  Profile,
  {
    firstName: 'user.fields.firstName',
    lastName: 'user.fields.lastName',
    phoneNumber: 'user.fields.phoneNumber',
    avatars: 'user.fields.avatars',
  },
  'profile',
)

const cases = [
  {
    language: 'en',
    required: 'Email is required',
    email: 'Email must be a valid email',
    min: 'Password must be at least 10 characters',
    max: 'First name must be at most 80 characters',
    phone: 'Phone number must start with a digit',
  },
  {
    language: 'pt-BR',
    required: 'E-mail é obrigatório',
    email: 'E-mail deve ser um e-mail válido',
    min: 'Senha deve ter pelo menos 10 caracteres',
    max: 'Nome deve ter no máximo 80 caracteres',
    phone: 'Telefone deve começar com um dígito',
  },
] as const

describe.each(cases)('spec §5 messages in $language', (words) => {
  test('name the field by its label', async () => {
    await loadLanguage(words.language)
    for (const emptyValue of [undefined, null, '', '   '])
      expect(fieldError(account, 'email', emptyValue)).toBe(words.required)
    expect(fieldError(account, 'email', 'nope')).toBe(words.email)
    expect(fieldError(account, 'password', 'short')).toBe(words.min)
    expect(fieldError(profile, 'firstName', 'x'.repeat(81))).toBe(words.max)
    expect(fieldError(profile, 'phoneNumber', '+258')).toBe(words.phone)
  })

  test('are the same for errors of the server', async () => {
    await loadLanguage(words.language)
    const issue = {
      path: 'profile.firstName',
      key: 'validation.string.max',
      params: { max: 80 },
      message: 'raw',
    }
    const error = new ApiError(400, { code: 'errors.invalid', details: { issues: [issue] } })
    expect(serverProblems(profile, error)).toEqual([{ name: 'firstName', errors: [words.max] }])
  })
})

test('a valid value has no message', () => {
  expect(fieldError(account, 'email', ' Ana@Example.org ')).toBeUndefined()
  expect(fieldError(profile, 'firstName', undefined)).toBeUndefined()
  expect(fieldError(profile, 'phoneNumber', '258 84')).toBeUndefined()
})

test('marks fields that the schema requires', () => {
  expect(isRequired(account, 'email')).toBe(true)
  expect(isRequired(account, 'password')).toBe(true)
  expect(isRequired(profile, 'firstName')).toBe(false)
  const names = formOf(z.object({ name: text({ min: 2 }) }), { name: 'user.fields.fullName' })
  expect(isRequired(names, 'name')).toBe(true)
})

test('ignores an error about no field of the form', () => {
  const issue = { path: 'profile.roles', key: 'validation.object.noUnknown', message: 'raw' }
  for (const error of [
    new ApiError(400, { code: 'errors.invalid', details: { issues: [issue] } }),
    new ApiError(400, { code: 'errors.invalid' }),
    new ApiError(400, { code: 'iam.errors.userNotFound' }),
    new Error('other'),
  ])
    expect(serverProblems(profile, error)).toEqual([])
})

test('shows the message of the server for an unknown code', () => {
  const issue = { path: 'profile.lastName', key: 'validation.new', message: 'A newer rule' }
  const error = new ApiError(400, { code: 'errors.invalid', details: { issues: [issue] } })
  expect(serverProblems(profile, error)).toEqual([{ name: 'lastName', errors: ['A newer rule'] }])
})

test('parses a whole form at once, with the rules between its fields', async () => {
  await loadLanguage('en')
  const names = formOf(
    z
      .object({ firstName: text(), lastName: text() })
      .refine(({ firstName, lastName }) => firstName !== lastName, { path: ['lastName'] }),
    { firstName: 'user.fields.firstName', lastName: 'user.fields.lastName' },
  )
  expect(parseForm(names, { firstName: ' Ana ' })).toEqual({ data: { firstName: 'Ana', lastName: '' } })
  expect(parseForm(names, { firstName: 'Ana', lastName: 'Ana' })).toEqual({
    problems: [{ name: 'lastName', errors: ['Last name is invalid'] }],
  })
  expect(parseForm(profile, {})).toEqual({ data: {} })
})
