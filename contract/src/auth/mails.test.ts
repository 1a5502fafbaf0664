import { expect, test } from 'vitest'

import { email } from '../fields.ts'
import { messagesByLanguage } from '../messages/all.ts'
import { translator } from '../messages/translate.ts'
import { accountMail } from './mails.ts'

const t = translator(messagesByLanguage.en)

test('no text of a user reaches a header of the mail, and none is markup', () => {
  const inviter = 'Ana\r\nBcc: other@example.org <b>'
  const { subject, html } = accountMail('invitation', { link: 'https://survey.example', inviter }, t)
  expect(subject).not.toMatch(/Ana|[\r\n]/)
  expect(html).toContain('Ana')
  expect(html).not.toContain('<b>')
})

test.for([
  'a@example.org\r\nBcc: b@example.org',
  'a@example.org, b@example.org',
  'Ana <a@example.org>',
  'a@example.org\0',
])('an address is one address: %j', (address) => {
  expect(email.safeParse(address).success).toBe(false)
})
