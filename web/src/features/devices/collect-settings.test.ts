import { inflateSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { codeText, collectSettings } from './collect-settings.ts'

const device = { token: 'a'.repeat(43) }
const server = {
  origin: 'https://survey.example.org',
  project: { name: 'Inquérito agrícola', color: '#1677ff' },
}

test('the code has the settings of ODK Collect as JSON, compressed by zlib, in base64', async () => {
  const text = await codeText(collectSettings(device, server))
  expect(text).toMatch(/^[A-Za-z0-9+/]+=*$/)
  expect(JSON.parse(inflateSync(Buffer.from(text, 'base64')).toString())).toEqual({
    general: {
      server_url: `https://survey.example.org/api/field/${device.token}`,
      form_update_mode: 'match_exactly',
      autosend: 'wifi_and_cellular',
      delete_send: false,
    },
    admin: { change_server: false },
    project: { name: 'Inquérito agrícola', color: '#1677ff' },
  })
})
