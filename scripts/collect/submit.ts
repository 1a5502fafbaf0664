import type { HttpClient, Response } from './http-client.ts'
import { splitIntoPosts, writeMultipart } from './multipart.ts'
import type { PhoneFile } from './multipart.ts'
import { withDeviceId } from './server.ts'
import { parseXml } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** Length of a post if the server announces none. */
const defaultMaxLength = 10_000_000

export interface Submission {
  xml: PhoneFile
  files: readonly PhoneFile[]
  /** URL without the deviceID. */
  url: string
  deviceId: string
}

export interface SubmitOptions {
  /** Answers of HEAD that led to another URL. Collect remembers them while it sends its instances. */
  redirects: Map<string, string>
  /** Number of the first post, from 1. Collect always begins with 1. */
  firstPost?: number | undefined
}

/** Collect shows the message to its user, and keeps the instance for the next attempt. */
export class UploadError extends Error {
  /** The server returned 401 to HEAD: Collect asks for a user name and a password. */
  readonly needsPassword: boolean

  constructor(message: string, { needsPassword = false } = {}) {
    super(message)
    this.needsPassword = needsPassword
  }
}

const findMessage = (element: XmlElement): string | undefined => {
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const message = child.name === 'message' ? allText(child) : findMessage(child)
    if (message !== undefined) return message
  }
  return undefined
}

const allText = ({ children }: XmlElement): string =>
  children.map((child) => (typeof child === 'string' ? child : allText(child))).join('')

/** Returns the text for the user. Collect looks for the element by its name with prefix, and ignores namespaces. */
const readMessage = (body: string): string | undefined => {
  if (!body.includes('OpenRosaResponse')) return undefined
  try {
    const root = parseXml(body)
    return root.name === 'message' ? allText(root) : findMessage(root)
  } catch {
    return undefined
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Asks the server before the posts. Returns the URL and the limit for them. */
const askServer = async (
  client: HttpClient,
  url: string,
  redirects: Map<string, string>,
): Promise<{ url: string; maxLength: number }> => {
  const head = await client.send({ method: 'HEAD', url }).catch((error: unknown) => {
    throw new UploadError(`Error: ${reasonOf(error)}`)
  })
  const { status } = head
  const host = new URL(url).hostname
  if (status === 401)
    throw new UploadError(`Invalid username or password for server: ${host}`, { needsPassword: true })
  // Headers count only with 204. All errors but 401 are ignored: the POST follows.
  if (status !== 204 && status >= 200 && status < 300)
    throw new UploadError(
      `Failed to send to ${url}. Is this an OpenRosa submission endpoint? ` +
        `HEAD request result status code: ${String(status)}`,
    )
  if (status !== 204) return { url, maxLength: defaultMaxLength }
  const announced = head.headers.get('x-openrosa-accept-content-length') ?? ''
  const maxLength = /^[+-]?\d+$/.test(announced) ? Number(announced) : defaultMaxLength
  return { url: followLocation(head, { url, redirects }), maxLength }
}

const followLocation = (
  { headers }: Response,
  { url, redirects }: { url: string; redirects: Map<string, string> },
): string => {
  const location = headers.get('location')
  if (location === undefined) return url
  const target = new URL(decodeURIComponent(location.replaceAll('+', ' ')), url)
  if (target.hostname.toLowerCase() !== new URL(url).hostname.toLowerCase())
    throw new UploadError(`Error: Unexpected redirection attempt to a different host: ${target.href}`)
  if (target.search === '') target.search = new URL(url).search
  redirects.set(url, target.href)
  return target.href
}

const failureOf = ({ status, reason, body }: Response, url: string): UploadError => {
  const message = readMessage(body.toString('utf8'))
  const statusText = `Error: ${reason} (${String(status)}) at ${url}`
  if (status === 200) return new UploadError('Error:  Error: Network login failure? Again?')
  if (status === 401) return new UploadError(statusText)
  if (message !== undefined) return new UploadError(`Error: ${message}`)
  if (status === 400)
    return new UploadError(
      'Failed to upload. Please make sure the form is configured to accept submissions on the server',
    )
  return new UploadError(statusText)
}

/** Sends an instance: HEAD, then its posts. Returns the message of the server after the last post. */
export const submit = async (
  client: HttpClient,
  { xml, files, url, deviceId }: Submission,
  { redirects, firstPost = 1 }: SubmitOptions,
): Promise<string | undefined> => {
  const requested = withDeviceId(url, deviceId)
  const redirected = redirects.get(requested)
  const target =
    redirected === undefined
      ? await askServer(client, requested, redirects)
      : { url: redirected, maxLength: defaultMaxLength }
  let message: string | undefined
  for (const post of splitIntoPosts(xml, files, target.maxLength).slice(firstPost - 1)) {
    const response = await client
      .send({ method: 'POST', url: target.url, body: writeMultipart(xml, post) })
      .catch((error: unknown) => {
        throw new UploadError(reasonOf(error))
      })
    // Collect throws an exception without a text, and shows its name.
    if (response.status === 204) throw new UploadError('java.lang.Exception')
    if (response.status !== 201 && response.status !== 202) throw failureOf(response, requested)
    message = readMessage(response.body.toString('utf8'))
  }
  return message
}
