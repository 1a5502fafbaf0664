import { readFile } from 'node:fs/promises'

import { getHealth, getSettings, themes, updateSettings } from '@baseline/contract/settings/contract.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld({
    SURVEY_TIME_ZONE: 'Africa/Maputo',
    MAP_TILES_URL: 'https://tiles.example.org/{z}/{x}/{y}.png',
    MAP_TILES_ATTRIBUTION: '© Example',
  })
})
afterAll(() => world.close())

test('says its version without sign-in', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../../../../package.json', import.meta.url), 'utf8'),
  ) as { version: string }
  expect((await world.as('anonymous')(getHealth)).body).toEqual({ status: 'alive', version })
})

test('§3 starts with the default theme; returns the time zone and the map without sign-in', async () => {
  expect((await world.as('anonymous')(getSettings)).body).toEqual({
    theme: 'default',
    timeZone: 'Africa/Maputo',
    mapTiles: { url: 'https://tiles.example.org/{z}/{x}/{y}.png', attribution: '© Example' },
    version: 1,
  })
})

test.for(themes)('§3 lets a manager choose %s', async (theme) => {
  const { status } = await world.as('manager')(updateSettings, { body: { settings: { theme } } })
  expect(status).toBe(200)
  expect((await world.as('anonymous')(getSettings)).body.theme).toBe(theme)
})

test('§5 refuses an unknown theme', async () => {
  const { status, body } = await world.as('manager')(updateSettings, {
    body: { settings: { theme: 'neon' as 'red' } },
  })
  expect(status).toBe(400)
  expect(body).toMatchObject({
    details: { issues: [{ key: 'validation.string.selected', path: 'settings.theme' }] },
  })
})

test('returns 409 with the current settings when the version is stale; skips an equal save', async () => {
  const put = (theme: 'red' | 'lime', version?: number) =>
    world.as('manager', version === undefined ? {} : { 'if-match': `"${String(version)}"` })(updateSettings, {
      body: { settings: { theme } },
    })
  const { version } = (await world.as('anonymous')(getSettings)).body
  const first = await put('red', version)
  expect(first).toMatchObject({ status: 200, body: { theme: 'red', version: version + 1 } })
  expect(await put('lime', version)).toMatchObject({
    status: 409,
    body: { code: 'errors.conflict', details: { current: first.body } },
  })
  expect((await put('red', version + 1)).body).toEqual(first.body)
  expect((await world.as('anonymous')(getSettings)).body).toEqual(first.body)
  expect((await put('lime')).body).toMatchObject({ theme: 'lime', version: version + 2 })
})
