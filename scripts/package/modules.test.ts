import { expect, test } from 'vitest'

import { listShippedModules } from './stage.ts'

test('ships the modules of the server, without test runners and without the modules of the screens', async () => {
  const { server, web } = await listShippedModules()
  const names = server.map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['api', 'fastify', 'pg', 'better-auth', '@img/sharp-linux-x64']),
  )
  for (const name of ['vitest', 'vite', 'react', 'happy-dom', 'typescript']) expect(names).not.toContain(name)
  expect(web.map(({ name }) => name)).toEqual(expect.arrayContaining(['react', 'antd', 'maplibre-gl']))
})

test('lists only modules that use listed ones', async () => {
  const { server } = await listShippedModules()
  const paths = new Set(server.map(({ path }) => path))
  expect(server.flatMap(({ uses }) => uses).filter((path) => !paths.has(path))).toEqual([])
})
