import { once } from 'node:events'
import { connect } from 'node:net'

/**
 * Sends a body only after its answer, like a proxy that has not read the answer yet, and then a second request on
 * the same connection. Returns both status codes; 0 if the server closed the connection.
 */
export const sendLateBody = async (
  url: string,
  { path, bytes, nextPath }: { path: string; bytes: number; nextPath: string },
): Promise<[first: number, second: number]> => {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.setEncoding('latin1').on('error', () => {})
  const closed = once(socket, 'close').then(() => '')
  const readStatus = async (): Promise<number> => {
    const text = await Promise.race([once(socket, 'data').then(([chunk]) => String(chunk)), closed])
    return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
  }
  const json = `Content-Type: application/json\r\nContent-Length: ${String(bytes)}`
  socket.write(`POST ${path} HTTP/1.1\r\nHost: localhost\r\n${json}\r\n\r\n`)
  const first = await readStatus()
  socket.write(`${'x'.repeat(bytes)}GET ${nextPath} HTTP/1.1\r\nHost: localhost\r\n\r\n`)
  const second = await readStatus()
  socket.destroy()
  return [first, second]
}
