import { connect as connectPlain } from 'node:net'
import type { Socket } from 'node:net'
import { connect as connectSecure } from 'node:tls'

/** The server or the network closed the connection. OkHttp can send the request again. */
export class ConnectionBroken extends Error {}

/** No connection could be opened, or a limit of time passed. OkHttp reports it at once. */
export class RequestFailed extends Error {}

export interface Timeouts {
  connectMs: number
  readMs: number
  writeMs: number
}

interface Target {
  url: URL
  timeouts: Timeouts
  /** Certificates that the phone trusts in addition to the certificates of the system. */
  ca?: string | undefined
}

const openSocket = ({ url, ca }: Target): Socket => {
  // The brackets of an IPv6 address belong to the URL.
  const host = url.hostname.replaceAll(/[[\]]/g, '')
  return url.protocol === 'https:'
    ? connectSecure({
        host,
        port: Number(url.port || 443),
        servername: host,
        ALPNProtocols: ['http/1.1'],
        ...(ca === undefined ? {} : { ca }),
      })
    : connectPlain({ host, port: Number(url.port || 80), allowHalfOpen: true })
}

/** A TCP connection that is written and read in order, like the sockets of Java. */
export class Connection {
  /** Requests that were answered on this connection. */
  completed = 0
  readonly #socket: Socket
  readonly #timeouts: Timeouts
  #received: Buffer = Buffer.alloc(0)
  #failure: Error | undefined
  #wake: () => void = () => {}

  private constructor(socket: Socket, timeouts: Timeouts) {
    this.#socket = socket
    this.#timeouts = timeouts
    socket.on('data', (chunk: Buffer) => {
      this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
      this.#wake()
    })
    const fail = (error: Error): void => {
      this.#failure ??= error
      this.#wake()
    }
    socket.on('error', (error) => fail(new ConnectionBroken(error.message)))
    socket.on('end', () => fail(new ConnectionBroken('unexpected end of stream')))
    socket.on('close', () => fail(new ConnectionBroken('socket closed')))
  }

  static async open(target: Target): Promise<Connection> {
    const { url, timeouts } = target
    const socket = openSocket(target)
    const isSecure = url.protocol === 'https:'
    await new Promise<void>((resolve, reject) => {
      const refuse = (message: string): void => {
        socket.destroy()
        reject(new RequestFailed(message))
      }
      const timer = setTimeout(() => refuse(`failed to connect to ${url.host}`), timeouts.connectMs)
      socket.once('error', (error) => {
        clearTimeout(timer)
        refuse(error.message)
      })
      socket.once(isSecure ? 'secureConnect' : 'connect', () => {
        clearTimeout(timer)
        socket.removeAllListeners('error')
        resolve()
      })
    })
    socket.setNoDelay(true)
    return new Connection(socket, timeouts)
  }

  get isOpen(): boolean {
    return this.#failure === undefined
  }

  /** An idle connection does not keep the process alive. */
  setIdle(isIdle: boolean): void {
    if (isIdle) this.#socket.unref()
    else this.#socket.ref()
  }

  async write(bytes: Uint8Array): Promise<void> {
    if (this.#socket.destroyed) throw this.#failure ?? new ConnectionBroken('socket closed')
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(this.#timeOut()), this.#timeouts.writeMs)
      this.#socket.write(bytes, (error) => {
        clearTimeout(timer)
        if (error) reject(new ConnectionBroken(error.message))
        else resolve()
      })
    })
  }

  /** Returns the next line without its CRLF. */
  async readLine(): Promise<string> {
    let end = this.#received.indexOf('\r\n')
    while (end < 0) {
      await this.#waitForBytes()
      end = this.#received.indexOf('\r\n')
    }
    const line = this.#received.toString('utf8', 0, end)
    this.#received = this.#received.subarray(end + 2)
    return line
  }

  async readBytes(count: number): Promise<Buffer> {
    while (this.#received.length < count) await this.#waitForBytes()
    const bytes = this.#received.subarray(0, count)
    this.#received = this.#received.subarray(count)
    return bytes
  }

  /** Returns everything until the server closes the connection. */
  async readToEnd(): Promise<Buffer> {
    while (this.isOpen) {
      try {
        await this.#waitForBytes()
      } catch (error) {
        if (error instanceof RequestFailed) throw error
      }
    }
    return this.#received
  }

  destroy(): void {
    this.#socket.destroy()
  }

  async #waitForBytes(): Promise<void> {
    if (this.#failure) throw this.#failure
    const before = this.#received.length
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(this.#timeOut()), this.#timeouts.readMs)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    if (this.#failure && this.#received.length === before) throw this.#failure
  }

  #timeOut(): RequestFailed {
    this.#socket.destroy()
    return new RequestFailed('timeout')
  }
}
