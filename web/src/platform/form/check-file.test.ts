import { beforeAll, describe, expect, test } from 'vitest'

import { loadLanguage } from '../i18n.ts'
import { fileProblem } from './check-file.ts'

const file = (type: string, bytes = 10) => new File([new Uint8Array(bytes)], 'a', { type })
const megabyte = 1_048_576

describe.each([
  [
    'en',
    'You must upload an image',
    "Invalid format. Must be 'jpeg, png, webp'",
    'File is too big. Max allowed size is ',
  ],
  [
    'pt-BR',
    'Você deve enviar uma imagem',
    "Formato inválido. Deve ser 'jpeg, png, webp'",
    'O arquivo é muito grande. O tamanho máximo permitido é ',
  ],
] as const)('spec §5 in %s', (language, image, formats, size) => {
  beforeAll(() => loadLanguage(language))

  test('refuses other files, other formats and large images', () => {
    for (const type of ['text/plain', 'application/pdf', 'video/mp4'])
      expect(fileProblem(file(type), 'avatar')).toBe(image)
    for (const type of ['image/gif', 'image/svg+xml', 'image/heic'])
      expect(fileProblem(file(type), 'avatar')).toBe(formats)
    expect(fileProblem(file('image/png', 5 * megabyte + 1), 'avatar')).toBe(`${size}5 MB`)
    expect(fileProblem(file('image/png', 10 * megabyte + 1), 'photo')).toBe(`${size}10 MB`)
  })
})

test('accepts valid images and files of unknown type', () => {
  for (const type of ['image/jpeg', 'image/png', 'image/webp', ''])
    expect(fileProblem(file(type, 5 * megabyte), 'avatar')).toBeUndefined()
})
