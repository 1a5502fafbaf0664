import type { MessageKey } from '@baseline/contract/messages/translate.ts'
import type { BASE_ERROR_CODES } from 'better-auth'

/** Error codes of the identity service; a code is also its message key. spec §8 */
export type AuthCode = Extract<MessageKey, `auth/${string}`>

/** Auth errors return 400, except where the browser acts on the status. spec §8 */
const statusOf: Partial<Record<AuthCode, number>> = {
  'auth/no-current-user': 401,
  'auth/session-required': 401,
  'auth/too-many-requests': 429,
}

export class AuthError extends Error {
  readonly code: AuthCode
  readonly status: number
  readonly retryAfterSeconds: number | undefined
  /** Whether the same limit refused an attempt before, in the same window. */
  readonly isRepeated: boolean

  constructor(
    code: AuthCode,
    options: { status?: number; retryAfterSeconds?: number; isRepeated?: boolean; cause?: unknown } = {},
  ) {
    super(code, { cause: options.cause })
    this.code = code
    this.status = options.status ?? statusOf[code] ?? 400
    this.retryAfterSeconds = options.retryAfterSeconds
    this.isRepeated = options.isRepeated ?? false
  }
}

/**
 * Every code of the library's core. A code added by an upgrade fails the type check until it is mapped here.
 */
const coreCodes = {
  INVALID_EMAIL_OR_PASSWORD: 'auth/wrong-password',
  CREDENTIAL_ACCOUNT_NOT_FOUND: 'auth/wrong-password',
  USER_NOT_FOUND: 'auth/user-not-found',
  ACCOUNT_NOT_FOUND: 'auth/user-not-found',
  INVALID_USER: 'auth/user-not-found',

  USER_ALREADY_EXISTS: 'auth/email-already-in-use',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'auth/email-already-in-use',
  // Lost a race against another sign-up of the same address.
  FAILED_TO_CREATE_USER: 'auth/email-already-in-use',

  INVALID_EMAIL: 'auth/invalid-email',
  USER_EMAIL_NOT_FOUND: 'auth/invalid-email',
  EMAIL_MISMATCH: 'auth/invalid-email',

  // Thrown if the password is missing; a short one has its own code.
  INVALID_PASSWORD: 'auth/missing-password',
  PASSWORD_TOO_SHORT: 'auth/weak-password',
  PASSWORD_TOO_LONG: 'auth/weak-password',

  INVALID_TOKEN: 'auth/invalid-action-code',
  TOKEN_EXPIRED: 'auth/invalid-action-code',

  SOCIAL_ACCOUNT_ALREADY_LINKED: 'auth/credential-already-in-use',
  LINKED_ACCOUNT_ALREADY_EXISTS: 'auth/credential-already-in-use',
  FAILED_TO_GET_USER_INFO: 'auth/invalid-credential',
  ID_TOKEN_NOT_SUPPORTED: 'auth/invalid-credential',

  FAILED_TO_GET_SESSION: 'auth/no-current-user',
  SESSION_EXPIRED: 'auth/no-current-user',
  SESSION_NOT_FRESH: 'auth/no-current-user',

  INVALID_ORIGIN: 'auth/unauthorized-domain',
  MISSING_OR_NULL_ORIGIN: 'auth/unauthorized-domain',
  CROSS_SITE_NAVIGATION_LOGIN_BLOCKED: 'auth/unauthorized-domain',
  INVALID_CALLBACK_URL: 'auth/unauthorized-domain',
  INVALID_REDIRECT_URL: 'auth/unauthorized-domain',
  INVALID_ERROR_CALLBACK_URL: 'auth/unauthorized-domain',
  INVALID_NEW_USER_CALLBACK_URL: 'auth/unauthorized-domain',

  // Settings and calls that we do not offer: users cannot fix these.
  ASYNC_VALIDATION_NOT_SUPPORTED: 'auth/internal-error',
  BODY_MUST_BE_AN_OBJECT: 'auth/internal-error',
  CALLBACK_URL_REQUIRED: 'auth/internal-error',
  CHANGE_EMAIL_DISABLED: 'auth/internal-error',
  EMAIL_ALREADY_VERIFIED: 'auth/internal-error',
  EMAIL_CAN_NOT_BE_UPDATED: 'auth/internal-error',
  EMAIL_NOT_VERIFIED: 'auth/internal-error',
  FAILED_TO_CREATE_SESSION: 'auth/internal-error',
  FAILED_TO_CREATE_VERIFICATION: 'auth/internal-error',
  FAILED_TO_UNLINK_LAST_ACCOUNT: 'auth/internal-error',
  FAILED_TO_UPDATE_USER: 'auth/internal-error',
  FIELD_NOT_ALLOWED: 'auth/internal-error',
  METHOD_NOT_ALLOWED_DEFER_SESSION_REQUIRED: 'auth/internal-error',
  MISSING_FIELD: 'auth/internal-error',
  PASSWORD_ALREADY_SET: 'auth/internal-error',
  PROVIDER_NOT_FOUND: 'auth/internal-error',
  USER_ALREADY_HAS_PASSWORD: 'auth/internal-error',
  VALIDATION_ERROR: 'auth/internal-error',
  VERIFICATION_EMAIL_NOT_ENABLED: 'auth/internal-error',
} as const satisfies Record<keyof typeof BASE_ERROR_CODES, AuthCode>

/**
 * Codes outside the core's list, mostly the `?error=` of a social sign-in: the library's, OAuth's and ours.
 */
const otherCodes = {
  INVALID_CODE: 'auth/wrong-code',
  INVALID_BACKUP_CODE: 'auth/wrong-code',
  TOTP_ALREADY_ENABLED: 'auth/credential-already-in-use',
  // The password was entered too long ago, or too many codes were wrong.
  INVALID_TWO_FACTOR_COOKIE: 'auth/no-current-user',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'auth/no-current-user',
  PASSKEY_NOT_FOUND: 'auth/invalid-credential',
  AUTHENTICATION_FAILED: 'auth/invalid-credential',
  CHALLENGE_NOT_FOUND: 'auth/invalid-credential',
  FAILED_TO_VERIFY_REGISTRATION: 'auth/invalid-credential',
  USER_DISABLED: 'auth/user-disabled',
  UNAUTHORIZED: 'auth/no-current-user',
  OAUTH_LINK_ERROR: 'auth/account-exists-with-different-credential',
  signup_disabled: 'auth/sign-up-closed',
  account_not_linked: 'auth/account-exists-with-different-credential',
  unable_to_link_account: 'auth/account-exists-with-different-credential',
  email_does_not_match: 'auth/account-exists-with-different-credential',
  account_already_linked_to_different_user: 'auth/credential-already-in-use',
  email_not_found: 'auth/invalid-email',
  unable_to_create_user: 'auth/email-already-in-use',

  access_denied: 'auth/popup-closed-by-user',
  user_cancelled_login: 'auth/popup-closed-by-user',
  user_cancelled_authorize: 'auth/popup-closed-by-user',
  consent_required: 'auth/popup-closed-by-user',
  interaction_required: 'auth/popup-closed-by-user',
  login_required: 'auth/popup-closed-by-user',
  no_code: 'auth/popup-closed-by-user',
  // The user returned too late, or in another browser.
  state_mismatch: 'auth/popup-closed-by-user',
  state_not_found: 'auth/popup-closed-by-user',
  state_invalid: 'auth/popup-closed-by-user',

  invalid_code: 'auth/invalid-credential',
  issuer_mismatch: 'auth/invalid-credential',
  issuer_missing: 'auth/invalid-credential',
  nonce_binding_missing: 'auth/invalid-credential',
  unable_to_get_user_info: 'auth/invalid-credential',
} as const satisfies Record<string, AuthCode>

const codes: ReadonlyMap<string, AuthCode> = new Map(Object.entries({ ...coreCodes, ...otherCodes }))

/**
 * Returns the field of a validation message, `[body.email] …`. The core validates the email of a sign-up only
 * this way.
 */
const fieldOf = (message: string | undefined): string | undefined =>
  /\[(?:body|query)\.(\w+)\]/.exec(message ?? '')?.[1]

const fieldCodes: Readonly<Record<string, AuthCode>> = {
  email: 'auth/invalid-email',
  password: 'auth/missing-password',
  newPassword: 'auth/missing-password',
  token: 'auth/invalid-action-code',
  callbackURL: 'auth/unauthorized-domain',
  errorCallbackURL: 'auth/unauthorized-domain',
}

export const codeOfField = (field: string | undefined): AuthCode =>
  fieldCodes[field ?? ''] ?? 'auth/internal-error'

/** Maps an error of the library to our code. spec §8 */
export const translateError = (status: number, code?: string, message?: string): AuthCode => {
  if (status === 429) return 'auth/too-many-requests'
  if (code === 'VALIDATION_ERROR') return codeOfField(fieldOf(message))
  return codes.get(code ?? '') ?? 'auth/internal-error'
}

/** Maps the `?error=` of a social sign-in's redirect. */
export const translateRedirectError = (error: string): AuthCode => codes.get(error) ?? 'auth/internal-error'
