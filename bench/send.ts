import { Agent, request } from 'node:http'

const agent = new Agent({ keepAlive: true, maxSockets: 1_024 })

/** Closes all connections. A server closes idle ones, and a call on such a connection would fail. */
export const closeConnections = (): void => agent.destroy()

interface SendOptions {
  method?: string
  headers: Readonly<Record<string, string>>
  body?: string
}

/** Sends one call with as little client work as possible: the client shares the machine with the server. */
export const send = (
  url: string,
  { method = 'GET', headers, body }: SendOptions,
): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    const call = request(url, { agent, method, headers: { ...headers, ...length } }, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (piece: string) => (text += piece))
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.once('error', reject)
    })
    call.once('error', reject)
    call.end(body)
  })
