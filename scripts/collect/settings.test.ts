import { deflateSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { Phone } from './phone.ts'
import { writeSettings } from './settings.ts'

const general = { server_url: 'https://survey.example.org/api/field/token' }

test('S1 reads base64 of zlib-packed JSON', () => {
  const qrText = deflateSync(JSON.stringify({ general, admin: {} })).toString('base64')
  expect(new Phone(qrText).settings.general).toEqual(general)
  expect(() => new Phone(Buffer.from(JSON.stringify({ general, admin: {} })).toString('base64'))).toThrow(
    'header check',
  )
})

test('S2 refuses settings without general or admin', () => {
  expect(() => new Phone(writeSettings({ general }))).toThrow('general and admin')
  expect(() => new Phone(writeSettings({ admin: {} }))).toThrow('general and admin')
})

test('S3 refuses a value of another type, and skips a value outside of the choice', () => {
  const scan = (extra: object, admin = {}) =>
    new Phone(writeSettings({ general: { ...general, ...extra }, admin })).settings.general
  expect(() => scan({ delete_send: 'false' })).toThrow('delete_send must be a boolean')
  expect(() => scan({}, { change_server: 'no' })).toThrow('change_server must be a boolean')
  expect(scan({ autosend: 'always', form_update_mode: 'match_exactly' })).toEqual({
    ...general,
    form_update_mode: 'match_exactly',
  })
})

test('S4 gives each installation its own device id', () => {
  const qrText = writeSettings({ general, admin: {} })
  const [first, second] = [new Phone(qrText), new Phone(qrText)]
  expect(first.deviceId).toMatch(/^collect:[0-9A-Za-z]{16}$/)
  expect(second.deviceId).not.toBe(first.deviceId)
})
