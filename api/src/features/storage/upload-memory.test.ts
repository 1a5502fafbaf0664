import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

import { getStorageToken } from '@baseline/contract/storage/contract.ts'
import { answerFolders } from '@baseline/contract/storage/folders.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { limits } from '../../platform/limits.ts'
import { openWorld } from '../../testing/world.ts'
import type { World } from '../../testing/world.ts'

let world: World
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  world = await openWorld()
  await world.app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = world.app.server.address() as AddressInfo)
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await world.close()
})

const megabyte = Buffer.from(`OggS${'x'.repeat(1_048_572)}`)
const lastBoundary = '\r\n--x--\r\n'

/** Starts to send an audio file of some megabytes, and returns functions that send the rest. */
const startUpload = async (megabytes: number) => {
  const token = (await world.as('supervisor')(getStorageToken)).body.token
  const field = (name: string, value: string) =>
    `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const start = `${field('token', token)}${field('folder', answerFolders.audio)}--x\r\nContent-Disposition: form-data; name="file"; filename="a.ogg"\r\n\r\n`
  const length = start.length + megabytes * megabyte.length + lastBoundary.length
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()))
  socket.write(
    `POST /api/storage/files HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${world.people.supervisor.token}\r\n` +
      `Content-Type: multipart/form-data; boundary=x\r\nContent-Length: ${String(length)}\r\n\r\n${start}`,
  )
  return {
    answer: () => answer,
    finish: async () => {
      for (let sent = 0; sent < megabytes; sent += 1) if (!socket.write(megabyte)) await once(socket, 'drain')
      socket.write(lastBoundary)
    },
    abort: () => socket.destroy(),
  }
}

test('uploads wait for memory, are refused after a time, and start when others end', async () => {
  const large = Math.floor(limits.uploadMemory.bytes / 2 / megabyte.length)
  const uploads = [await startUpload(large), await startUpload(large), await startUpload(large)]
  // Two of the three get memory; which ones depends on the order in which the server authenticates them.
  const answers = () => uploads.map(({ answer }) => answer()).filter(Boolean)
  await expect
    .poll(answers, { timeout: limits.uploadMemory.waitMs + 15_000 })
    .toEqual([expect.stringMatching(/^HTTP\/1\.1 429 [^]*retry-after: 1\r\n[^]*errors\.busy/i)])

  const [first, second] = uploads.filter(({ answer }) => answer() === '')
  const waiting = await startUpload(15)
  first?.abort()
  await waiting.finish()
  await expect
    .poll(waiting.answer, { timeout: 15_000 })
    .toMatch(/^HTTP\/1\.1 200 [^]*"contentType":"audio\/ogg"/)
  expect(second?.answer()).toBe('')
})
