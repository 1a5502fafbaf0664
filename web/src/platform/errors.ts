import { t, textOf } from './i18n.ts'

interface ErrorBody {
  code?: string
  message?: string
  details?: Record<string, unknown>
  requestId?: string
}

/** An error response of the backend; status 0 means that there was no response. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly details: Record<string, unknown>
  readonly requestId: string | undefined

  constructor(status: number, body: ErrorBody) {
    super(body.message ?? '')
    this.status = status
    this.code = body.code ?? ''
    this.details = body.details ?? {}
    this.requestId = body.requestId
  }
}

/** An error of the identity service; its code is the message key. spec §7 */
export class IdentityError extends Error {
  readonly code: string

  constructor(code: string) {
    super(code)
    this.code = code
  }
}

const authCode = (error: unknown): string | undefined => {
  const code = error instanceof IdentityError || error instanceof ApiError ? error.code : ''
  return code.startsWith('auth/') ? code : undefined
}

/** There was no response: the server or the connection may be down. */
export const isNoResponse = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 0 : error instanceof Error && error.name === 'TimeoutError'

/** Whether the server may have done the work although the call failed: no response, or 503. */
export const isUncertain = (error: unknown): boolean =>
  isNoResponse(error) || (error instanceof ApiError && error.status === 503)

/** Returns the text of an error for the user. spec §8 */
export const messageOf = (error: unknown): string => {
  const code = authCode(error)
  if (code) return textOf(code) ?? t('errors.defaultErrorMessage')
  if (isNoResponse(error)) return t('auth/network-request-failed')
  // Ignores markup, such as the error page of a proxy.
  const message = error instanceof ApiError && !error.message.trimStart().startsWith('<') ? error.message : ''
  return message || t('errors.defaultErrorMessage')
}

export type ErrorOutcome =
  | { kind: 'ignore' }
  | { kind: 'forbidden' }
  | { kind: 'toast'; message: string }
  | { kind: 'signOut'; message: string | undefined }
  | { kind: 'failure'; requestId: string | undefined }

const isAborted = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError')

/** Decides what an error does; no other code does. spec §8 */
export const decide = (error: unknown): ErrorOutcome => {
  if (isAborted(error)) return { kind: 'ignore' }
  const code = authCode(error)
  if (error instanceof ApiError && error.status === 401)
    return { kind: 'signOut', message: code && messageOf(error) }
  if (code) return { kind: 'toast', message: messageOf(error) }
  if (error instanceof ApiError && error.status === 403) return { kind: 'forbidden' }
  if (error instanceof ApiError && error.status === 400) return { kind: 'toast', message: messageOf(error) }
  return { kind: 'failure', requestId: error instanceof ApiError ? error.requestId : undefined }
}
