import { passwordLength } from '@baseline/contract/auth/password.ts'
import { hashPassword as hashWithLibrary } from 'better-auth/crypto'
import { expect, test } from 'vitest'

import { hashPassword, isOutdated, verifyPassword } from '#password-hash.ts'

test('verifies its own hashes and the hashes of the library', async () => {
  const own = await hashPassword('river kettle')
  const library = await hashWithLibrary('river kettle')
  for (const hash of [own, library]) {
    expect(await verifyPassword({ hash, password: 'river kettle' })).toBe(true)
    expect(await verifyPassword({ hash, password: 'river kettl' })).toBe(false)
  }
  expect([isOutdated(own), isOutdated(library)]).toEqual([false, true])
})

test('hashes a password with 128 MB and another salt each time', async () => {
  const [first, second] = [await hashPassword('river kettle'), await hashPassword('river kettle')]
  expect(first).toMatch(/^scrypt\$131072\$8\$1\$[0-9a-f]{32}\$[0-9a-f]{128}$/)
  expect(first).not.toBe(second)
})

test('treats equal characters in different encodings as equal', async () => {
  const hash = await hashPassword('caf\u00e9 com leite')
  expect(await verifyPassword({ hash, password: 'cafe\u0301 com leite' })).toBe(true)
})

test('refuses a damaged hash', async () => {
  await expect(verifyPassword({ hash: 'scrypt$131072$8$1$00$00', password: 'x' })).rejects.toThrow(
    'not valid',
  )
})

test('keeps at most two hashes in memory at a time', async () => {
  await hashPassword('warm up')
  const before = process.resourceUsage().maxRSS
  await Promise.all(Array.from({ length: 8 }, () => hashPassword('river kettle')))
  // Eight at a time would take 1 GB.
  expect((process.resourceUsage().maxRSS - before) / 1024).toBeLessThan(300)
})

test('compares the whole password of the greatest length, with its letter case', async () => {
  const password = 'Ab'.repeat(passwordLength.max / 2)
  const hash = await hashPassword(password)
  expect(await verifyPassword({ hash, password })).toBe(true)
  for (const other of [password.toLowerCase(), `${password.slice(0, -1)}c`, password.slice(0, -1)])
    expect(await verifyPassword({ hash, password: other })).toBe(false)
})
