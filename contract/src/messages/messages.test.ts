import { describe, expect, test } from 'vitest'

import { errorStatus } from '../errors.ts'
import { messagesByLanguage } from './all.ts'
import { languages, negotiateLanguage, translateIfKnown, translator } from './translate.ts'

// Required keys of validation, errors and pages, written by hand. spec §2, §5, §8
const requiredKeys = [
  'user.validations.email',
  'validation.string.selected',
  'validation.mixed.default',
  'validation.mixed.required',
  'validation.mixed.oneOf',
  ...['length', 'min', 'max', 'matches', 'email', 'url', 'trim', 'lowercase', 'uppercase'].map(
    (name) => `validation.string.${name}`,
  ),
  ...['min', 'max', 'lessThan', 'moreThan', 'notEqual', 'positive', 'negative', 'integer'].map(
    (name) => `validation.number.${name}`,
  ),
  'validation.date.min',
  'validation.date.max',
  'validation.array.min',
  'validation.array.max',
  'validation.object.noUnknown',
  'importer.errors.invalidFileExcel',
  'importer.errors.invalidFileUpload',
  'importer.errors.invalidFileEmpty',
  'iam.doEnableSuccess',
  'iam.doDisableSuccess',
  'iam.doEnableAllSuccess',
  'iam.doDisableAllSuccess',
  'iam.users.doRemoveAllSelectedSuccess',
  'iam.roles.doRemoveAllSelectedSuccess',
  'iam.import.success',
  'settings.save.success',
  'auth.verificationEmailSuccess',
  'auth.passwordResetEmailSuccess',
  'auth.profile.success',
  ...['create', 'update', 'destroy', 'destroyAll', 'import'].map(
    (name) => `entities.userDetails.${name}.success`,
  ),
  ...['create', 'update', 'destroy', 'destroyAll', 'import'].map(
    (name) => `entities.surveyResponses.${name}.success`,
  ),
]

/** Texts that are required word for word. */
const texts: Record<string, string> = {
  'app.title': 'Baseline Survey',
  'pages.forbidden': "Sorry, you don't have access to this page",
  'pages.notFound': 'Sorry, the page you visited does not exist',
  'pages.failure': 'Sorry, the server is reporting an error',
  'pages.backToHome': 'Back to home',
  'auth.emptyPermissions.message': 'You have no permissions yet. Wait for the admin to grant you privileges.',
  'auth.emailUnverified.message': 'Please confirm your email at {email} to continue',
  'user.validations.email': 'Email {value} is invalid',
  'fileUploader.image': 'You must upload an image',
  'fileUploader.size': 'File is too big. Max allowed size is {0}',
  'fileUploader.formats': "Invalid format. Must be '{0}'",
  'importer.processed': 'Processed {0} of {1}.',
  'importer.errors.importHashExistent': 'Data has already been imported',
  'exporter.complete': 'Export Complete. Click to download',
  'exporter.failed': 'Update failed',
  'errors.defaultErrorMessage': 'Ops, an error occurred',
  'iam.errors.userAlreadyExists': 'User with this email already exists',
  'iam.errors.userNotFound': 'User not found',
  'iam.errors.disablingHimself': "You can't disable yourself",
  'iam.errors.revokingOwnPermission': "You can't revoke your own manager permission",
  'iam.errors.lastManager': 'At least one enabled manager must remain',
  'auth/user-disabled': 'Your account is disabled',
  'auth/user-not-found': "Sorry, we don't recognize your credentials",
  'auth/wrong-password': "Sorry, we don't recognize your credentials",
  'auth/weak-password': 'This password is too weak',
  'auth/email-already-in-use': 'Email is already in use',
  'auth/invalid-email': 'Please provide a valid email',
  'auth/account-exists-with-different-credential':
    'Email is already in use for a different authentication method.',
  'auth/credential-already-in-use': 'Credentials are already in use',
  'auth.passwordResetEmail.error': 'Email not recognized',
  'auth.emailAddressVerificationEmail.error': 'Email not recognized',
}

describe.each(languages)('%s', (language) => {
  test.for(requiredKeys)('§5 §8 has %s', (key) => {
    expect(translateIfKnown(messagesByLanguage[language], key)).toBeTruthy()
  })

  test.for(Object.keys(errorStatus))('§8 has a text for error code %s', (code) => {
    expect(translateIfKnown(messagesByLanguage[language], code)).toBeTruthy()
  })
})

test.for(Object.entries(texts))('has the literal text of %s', ([key, text]) => {
  expect(translateIfKnown(messagesByLanguage.en, key)).toBe(text)
  expect(translateIfKnown(messagesByLanguage['pt-BR'], key)).toBeTruthy()
})

test('pt-BR uses "e-mail", "funções" for roles, and "perfil" only for user profiles', () => {
  // The other texts of `user` are required word for word.
  const { user, ...others } = messagesByLanguage['pt-BR']
  const all = [...Object.values(user.fields), JSON.stringify(others)].join(' ')
  const words = all.replace(/"[^"]*":/g, '').replace(/\{\w+\}/g, '')
  expect(words).not.toMatch(/\bemail\b/i)
  expect(words).not.toMatch(/perfis|perfil\(/i)
})

test('fills placeholders and returns undefined for an unknown key', () => {
  const t = translator(messagesByLanguage['pt-BR'])
  expect(t('importer.processed', { 0: 3, 1: 10 })).toBe('Processados 3 de 10.')
  expect(translateIfKnown(messagesByLanguage.en, 'constructor.name')).toBeUndefined()
  expect(translateIfKnown(messagesByLanguage.en, 'iam')).toBeUndefined()
})

test.for<[string | undefined, string]>([
  [undefined, 'en'],
  ['pt-BR', 'pt-BR'],
  ['pt', 'pt-BR'],
  ['PT-br;q=0.5,en;q=0.4', 'pt-BR'],
  ['fr, en;q=0.3, pt;q=0.8', 'pt-BR'],
  ['fr', 'en'],
  ['*', 'en'],
  ['pt;q=0', 'en'],
])('§1 Accept-Language %s → %s', ([header, language]) => {
  expect(negotiateLanguage(header)).toBe(language)
})
