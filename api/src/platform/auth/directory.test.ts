import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, test } from 'vitest'

import { identityDirectory } from './directory.ts'

const startServer = async (answer: RequestListener) => {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server that listens on a port has an AddressInfo.
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`
  return { url, stop: () => server.close() }
}

test('does not follow a redirect, which would send the service token to another server', async () => {
  let stolen = 0
  const other = await startServer((_request, response) => {
    stolen += 1
    response.end('{}')
  })
  const identity = await startServer((_request, response) => {
    response.writeHead(307, { location: other.url }).end()
  })
  const directory = identityDirectory({ identityUrl: identity.url, serviceToken: 'token' })
  await expect(directory.countMail('a@example.org')).rejects.toMatchObject({ code: 'errors.unavailable' })
  expect(stolen).toBe(0)
  identity.stop()
  other.stop()
})
