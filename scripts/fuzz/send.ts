import { connect } from 'node:net'

import type { FuzzedRequest } from './types.ts'

export interface Answer {
  /** 0 if the server closed the connection without an answer. */
  status: number
  body: string
  ms: number
}

const patienceMs = 30_000
const keptCharacters = 2_000

/** Returns the bytes of a request. */
export const writeRequest = ({ method, path, query, headers, body }: FuzzedRequest): Buffer => {
  const names = new Set(headers.map(([name]) => name))
  const lines = [
    `${method} ${path}${query ? `?${query}` : ''} HTTP/1.1`,
    ...(names.has('host') ? [] : ['host: localhost']),
    'connection: close',
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...(names.has('content-length') || names.has('transfer-encoding') || body.length === 0
      ? []
      : [`content-length: ${String(body.length)}`]),
  ]
  return Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), body])
}

/** Returns the answer after interim ones such as 100 Continue. */
const readAnswer = (text: string): { status: number; body: string } => {
  const interim = /^HTTP\/1\.\d 1\d\d/.test(text)
  const end = text.indexOf('\r\n\r\n')
  if (interim && end >= 0) return readAnswer(text.slice(end + 4))
  return { status: Number(/^HTTP\/1\.\d (\d{3})/.exec(text)?.[1] ?? 0), body: text.slice(end + 4) }
}

/**
 * Sends a request over a separate connection: an HTTP client would refuse to send many of them. The address of
 * the sender is one of 127.0.0.0/8, so that the limits of senders do not hide the handlers.
 */
export const send = (port: number, request: FuzzedRequest, localAddress: string): Promise<Answer> =>
  new Promise((resolve) => {
    const startedAt = performance.now()
    let text = ''
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.setEncoding('latin1').setTimeout(patienceMs)
    socket.on('data', (chunk: string) => {
      if (text.length < keptCharacters) text += chunk.slice(0, keptCharacters)
    })
    socket.once('timeout', () => socket.destroy())
    // A reset connection is no answer, like a closed one.
    socket.on('error', () => {})
    socket.once('close', () => resolve({ ...readAnswer(text), ms: performance.now() - startedAt }))
    // Ends a connection whose announced body does not arrive; otherwise the server waits for it.
    if (request.isIncomplete) socket.end(writeRequest(request))
    else socket.write(writeRequest(request))
  })
