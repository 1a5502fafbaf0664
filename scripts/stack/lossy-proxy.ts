import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a proxy that can drop responses after the server has done the work. */
export const startLossyProxy = async (
  target: string,
  isTarget: (method: string, path: string) => boolean,
) => {
  let pendingDrops = 0
  let droppedCount = 0
  const server = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers, socket } = incoming
    const forwarded = request(target + url, { method, headers, agent: false }, (answer) => {
      if (pendingDrops > 0 && answer.statusCode === 200 && isTarget(method, url)) {
        pendingDrops -= 1
        droppedCount += 1
        answer.resume()
        socket.destroy()
        return
      }
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
      answer.on('error', () => socket.destroy())
    })
    forwarded.on('error', () => socket.destroy())
    incoming.pipe(forwarded)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    dropNext: (count = 1) => {
      pendingDrops += count
    },
    countDropped: () => droppedCount,
    stop: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
