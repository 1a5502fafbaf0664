import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'

import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { openWorld } from '../../testing/world.ts'
import { limits } from '../limits.ts'
import { limitBodyTime } from './body-time.ts'

/** Sends a body in two parts with a pause, and returns the first line of the answer; blank if the connection is closed. */
const sendSlowly = async (port: number, path: string): Promise<string> => {
  const socket = connect(port, '127.0.0.1')
  let answer = ''
  socket.setEncoding('latin1').on('data', (text: string) => (answer += text))
  const closed = new Promise((resolve) => socket.on('error', () => {}).once('close', resolve))
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: text/plain\r\nContent-Length: 4\r\n\r\nab`,
  )
  await wait(1_000)
  socket.write('cd')
  await closed
  return answer.split('\r\n')[0] ?? ''
}

test('ends a slow call of a user, and not that of a phone', async () => {
  const app = fastify()
  onTestFinished(() => app.close())
  limitBodyTime(app, { seconds: 0.3, phoneSeconds: 60 })
  app.post('/user', { config: { access: 'anyone' } }, async () => 'ok')
  app.post('/phone', { config: { access: 'device' } }, async () => 'ok')
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  expect(await Promise.all([sendSlowly(port, '/user'), sendSlowly(port, '/phone')])).toEqual([
    '',
    'HTTP/1.1 200 OK',
  ])
})

test('the server has no other limit for the time of a body', async () => {
  const world = await openWorld()
  onTestFinished(() => world.close())
  expect(world.app.server.requestTimeout).toBe(0)
  // A post of the announced size, at 3 KB a second.
  expect(limits.posts.acceptedBytes / limits.posts.seconds).toBeLessThan(3_000)
})
