import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { isListening } from './is-listening.ts'

test('recognises the process that listens on a port', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // a server that listens on a port has one
  expect(isListening(process.pid, port)).toBe(true)
  expect(isListening(process.ppid, port)).toBe(false)
  server.close()
  await once(server, 'close')
  expect(isListening(process.pid, port)).toBe(false)
})
