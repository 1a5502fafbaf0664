import { expect, test } from 'vitest'

import { threeLetterCodes } from './language-codes.ts'
import { createLanguageResolver } from './languages.ts'

test('knows every code of three letters that has a name', () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz')
  const codes = letters.flatMap((first) =>
    letters.flatMap((second) => letters.map((third) => first + second + third)),
  )
  const names = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  expect(threeLetterCodes).toEqual(codes.filter((code) => names.of(code) !== undefined))
})

test('finds a language by its name in English and in the language itself', () => {
  const resolve = createLanguageResolver({})
  const tags = ['Português', 'Portuguese', 'Sena', 'Makhuwa', 'No such language'].map(
    (name) => resolve(name).tag,
  )
  expect(tags).toEqual(['pt', 'pt', 'seh', 'vmw', 'qaa-x-nosuchla'])
})
