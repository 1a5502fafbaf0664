import type { Connection } from './connection.ts'
import { RequestFailed } from './connection.ts'

export interface ResponseHead {
  status: number
  reason: string
  /** Names in lower case. The last value of a repeated name counts, as in OkHttp's `Headers.get`. */
  headers: ReadonlyMap<string, string>
}

const readHeaders = async (connection: Connection): Promise<Map<string, string>> => {
  const headers = new Map<string, string>()
  for (let line = await connection.readLine(); line !== ''; line = await connection.readLine()) {
    const colon = line.indexOf(':')
    headers.set(line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim())
  }
  return headers
}

/** Reads the status and the headers. Interim answers such as 100 are skipped. */
export const readHead = async (connection: Connection): Promise<ResponseHead> => {
  const line = await connection.readLine()
  const [, status, reason] = /^HTTP\/1\.[01] (\d{3})(?: (.*))?$/.exec(line) ?? []
  if (status === undefined) throw new RequestFailed(`Unexpected status line: ${line}`)
  const headers = await readHeaders(connection)
  return Number(status) < 200
    ? readHead(connection)
    : { status: Number(status), reason: reason ?? '', headers }
}

const readChunks = async (connection: Connection): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for (;;) {
    const size = Number.parseInt(await connection.readLine(), 16)
    if (Number.isNaN(size)) throw new RequestFailed('expected chunk size')
    if (size === 0) break
    chunks.push(await connection.readBytes(size))
    await connection.readLine()
  }
  await readHeaders(connection)
  return Buffer.concat(chunks)
}

/** Reads the body that belongs to a head. The connection can be used again unless the body ends with it. */
export const readBody = async (
  connection: Connection,
  { method, head }: { method: string; head: ResponseHead },
): Promise<{ body: Buffer; isReusable: boolean }> => {
  const { status, headers } = head
  const isReusable = headers.get('connection')?.toLowerCase() !== 'close'
  const length = Number(headers.get('content-length') ?? -1)
  const isChunked = headers.get('transfer-encoding')?.toLowerCase() === 'chunked'
  if (method === 'HEAD') return { body: Buffer.alloc(0), isReusable }
  if ((status === 204 || status === 205) && length > 0)
    throw new RequestFailed(`HTTP ${String(status)} had non-zero Content-Length: ${String(length)}`)
  if (isChunked) return { body: await readChunks(connection), isReusable }
  if (length >= 0) return { body: await connection.readBytes(length), isReusable }
  if (status === 204 || status === 304) return { body: Buffer.alloc(0), isReusable }
  return { body: await connection.readToEnd(), isReusable: false }
}
