import { textOf, t } from './i18n.ts'

interface ErrorBody {
  code?: string
  message?: string
  details?: Record<string, unknown>
  requestId?: string
}

/** An answer of the backend that is not a success; status 0 means that there was no answer. */
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

/** A refusal by the identity service; the code is the key of its text. spec §7 */
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

/** Nobody has said anything: the server may be away, or the line. */
export const isNoAnswer = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 0 : error instanceof Error && error.name === 'TimeoutError'

/** Whether the server may have done the work although the call failed: it gave no answer, or could not say (503). */
export const isUncertain = (error: unknown): boolean =>
  isNoAnswer(error) || (error instanceof ApiError && error.status === 503)

/** What a person is told about an error. spec §8 */
export const messageOf = (error: unknown): string => {
  const code = authCode(error)
  if (code) return textOf(code) ?? t('errors.defaultErrorMessage')
  if (isNoAnswer(error)) return t('auth/network-request-failed')
  // A proxy's error page is the raw response text too, but markup tells a person nothing.
  const message = error instanceof ApiError && !error.message.trimStart().startsWith('<') ? error.message : ''
  return message || t('errors.defaultErrorMessage')
}

export type ErrorOutcome =
  | { kind: 'ignore' }
  | { kind: 'forbidden' }
  | { kind: 'toast'; message: string }
  | { kind: 'signOut'; message: string | undefined }
  | { kind: 'failure'; requestId: string | undefined }

const abandoned = (error: unknown): boolean =>
  error instanceof Error && (error.name === 'AbortError' || error.name === 'CancelledError')

/** The one place that decides what an error does. spec §8 */
export const decide = (error: unknown): ErrorOutcome => {
  if (abandoned(error)) return { kind: 'ignore' }
  const code = authCode(error)
  if (error instanceof ApiError && error.status === 401)
    return { kind: 'signOut', message: code && messageOf(error) }
  if (code) return { kind: 'toast', message: messageOf(error) }
  if (error instanceof ApiError && error.status === 403) return { kind: 'forbidden' }
  if (error instanceof ApiError && error.status === 400) return { kind: 'toast', message: messageOf(error) }
  return { kind: 'failure', requestId: error instanceof ApiError ? error.requestId : undefined }
}
