import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ReceivedRequest {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}

export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** Closes the connection without a response. */
  hangUp?: boolean
  /** Closes the connection in the middle of the body. */
  cutOff?: boolean
  /** Never responds. */
  hang?: boolean
  /** Responds when this promise is fulfilled. */
  after?: Promise<unknown>
}

const send = (
  response: ServerResponse,
  { status, body, headers = {}, hangUp, cutOff, hang }: Reply,
): void => {
  if (hang) return
  if (hangUp) {
    response.destroy()
    return
  }
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  if (cutOff) response.write('{"half":', () => response.destroy())
  else response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}))
}

/** Starts a server on loopback with scripted responses, which records the requests. */
export const startServer = async (reply: (request: ReceivedRequest, count: number) => Reply) => {
  const received: ReceivedRequest[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const requestRecord = {
        method: request.method ?? '',
        url: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      }
      received.push(requestRecord)
      const answer = reply(requestRecord, received.length)
      if (answer.after) void answer.after.then(() => send(response, answer))
      else send(response, answer)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an AddressInfo, not the name of a pipe.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${String(port)}`,
    received,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve)
        server.closeAllConnections()
      }),
  }
}
