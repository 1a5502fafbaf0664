import { parseFormList, parseManifest } from './form-list.ts'
import type { ListedFile, ListedForm } from './form-list.ts'
import type { HttpClient, Response } from './http-client.ts'

/** Names of Collect's exceptions for forms, which decide about the message on its screen. */
export type FormProblem =
  | 'AuthRequired'
  | 'Unreachable'
  | 'ServerError'
  | 'ServerNotOpenRosaError'
  | 'ParseError'
  | 'FetchError'

export class FormSourceError extends Error {
  readonly problem: FormProblem

  constructor(problem: FormProblem, message: string) {
    super(`${problem}: ${message}`)
    this.problem = problem
  }
}

/** Characters that Android does not escape in a query. */
const unescaped = /[A-Za-z0-9_\-!.~'()*]/

export const withDeviceId = (url: string, deviceId: string): string => {
  const value = [...Buffer.from(deviceId)]
    .map((byte) => String.fromCharCode(byte))
    .map((character) =>
      unescaped.test(character)
        ? character
        : `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
  return `${url}${url.includes('?') ? '&' : '?'}deviceID=${value}`
}

/** The requests of Collect for forms and their files. */
export class FormServer {
  readonly #client: HttpClient
  readonly #serverUrl: string
  readonly #deviceId: string

  constructor(client: HttpClient, { serverUrl, deviceId }: { serverUrl: string; deviceId: string }) {
    this.#client = client
    this.#serverUrl = serverUrl
    this.#deviceId = deviceId
  }

  async fetchFormList(): Promise<ListedForm[]> {
    const url = `${this.#serverUrl.replace(/\/+$/, '')}/formList`
    const { status, headers, body } = await this.#fetchXml(url)
    if (status === 401) throw new FormSourceError('AuthRequired', url)
    if (status === 404) throw new FormSourceError('Unreachable', url)
    if (status !== 200) throw new FormSourceError('ServerError', `${String(status)} from ${url}`)
    if (!headers.has('x-openrosa-version')) throw new FormSourceError('ServerNotOpenRosaError', url)
    return parseOrFail(() => parseFormList(body.toString('utf8')), url)
  }

  async fetchManifest(url: string): Promise<ListedFile[]> {
    const { status, headers, body } = await this.#fetchXml(url)
    if (status !== 200) throw new FormSourceError('ServerError', `${String(status)} from ${url}`)
    if (!headers.has('x-openrosa-version')) throw new FormSourceError('ParseError', url)
    return parseOrFail(() => parseManifest(body.toString('utf8')), url)
  }

  /** Fetches a form or one of its files. */
  async fetchFile(url: string): Promise<Buffer> {
    const { status, body } = await this.#get(url)
    if (status !== 200) throw new FormSourceError('ServerError', `${String(status)} from ${url}`)
    return body
  }

  async #fetchXml(url: string): Promise<Response> {
    const response = await this.#get(url)
    const type = response.headers.get('content-type')?.toLowerCase()
    // A response without a type passes.
    if (response.status === 200 && type !== undefined && !type.includes('text/xml'))
      throw new FormSourceError('FetchError', `the type of ${url} is ${type}`)
    return response
  }

  async #get(url: string): Promise<Response> {
    try {
      return await this.#client.send({ method: 'GET', url: withDeviceId(url, this.#deviceId) })
    } catch (error) {
      throw new FormSourceError('FetchError', error instanceof Error ? error.message : String(error))
    }
  }
}

/** Collect reads a document before it looks at its content. A document that is not XML is a failed request. */
const parseOrFail = <T>(parse: () => T | undefined, url: string): T => {
  let parsed: T | undefined
  try {
    parsed = parse()
  } catch (error) {
    throw new FormSourceError(
      'FetchError',
      `${url}: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
  if (parsed === undefined) throw new FormSourceError('ParseError', url)
  return parsed
}
