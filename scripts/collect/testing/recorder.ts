import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'

/** A request with exactly the bytes that arrived. */
export interface RecordedRequest {
  method: string
  /** Path with its query. */
  target: string
  /** In the order of arrival, with the case of the sender. */
  headers: [name: string, value: string][]
  body: Buffer
  /** All bytes, as text with one character per byte. */
  raw: string
  /** Number of the connection, from 1. */
  connection: number
  isComplete: boolean
}

export interface Answer {
  status: number
  headers?: Record<string, string>
  body?: string | Uint8Array
}

/** `raw` closes the connection after its bytes, `close` instead of an answer, `silence` keeps it open. */
type Reply = Answer | { raw: string } | 'close' | 'silence'

export type Handler = (request: RecordedRequest, number: number) => Reply

const writeAnswer = ({ status, headers = {}, body = '' }: Answer, method: string): Buffer => {
  const bytes = Buffer.from(body)
  const hasBody = method !== 'HEAD' && status !== 204
  const lines = [
    `HTTP/1.1 ${String(status)} Reason ${String(status)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(hasBody ? [`Content-Length: ${String(bytes.length)}`] : []),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), ...(hasBody ? [bytes] : [])])
}

const parseRequest = (bytes: Buffer, connection: number): RecordedRequest | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...lines] = bytes.toString('utf8', 0, end).split('\r\n')
  const [method = '', target = ''] = line.split(' ')
  const headers = lines.map((text): [string, string] => {
    const colon = text.indexOf(': ')
    return [text.slice(0, colon), text.slice(colon + 2)]
  })
  const length = Number(headers.find(([name]) => name === 'Content-Length')?.[1] ?? 0)
  const body = bytes.subarray(end + 4, end + 4 + length)
  const raw = bytes.toString('latin1', 0, end + 4 + length)
  return { method, target, headers, body, raw, connection, isComplete: body.length === length }
}

/** Starts a server that records requests byte by byte and answers as a test decides. */
export const startRecorder = async (handler: Handler) => {
  const requests: RecordedRequest[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer({ noDelay: true }, (socket) => {
    connections += 1
    const connection = connections
    let received: Buffer = Buffer.alloc(0)
    sockets.add(socket)
    socket.on('data', (chunk: Buffer) => {
      received = Buffer.concat([received, chunk])
      const request = parseRequest(received, connection)
      if (!request?.isComplete) return
      received = received.subarray(request.raw.length)
      requests.push(request)
      const reply = handler(request, requests.length)
      if (reply === 'close') socket.destroy()
      else if (reply !== 'silence' && 'raw' in reply) socket.end(reply.raw)
      else if (reply !== 'silence') socket.write(writeAnswer(reply, request.method))
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      sockets.delete(socket)
      const partial = parseRequest(received, connection)
      if (partial) requests.push(partial)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // A server that listens on a port has an AddressInfo.
  const { port } = server.address() as AddressInfo
  return {
    port,
    url: `http://127.0.0.1:${String(port)}`,
    requests,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy()
        server.close(() => resolve())
      }),
  }
}

export type Recorder = Awaited<ReturnType<typeof startRecorder>>
