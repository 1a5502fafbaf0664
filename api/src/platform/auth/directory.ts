import type { AccountMail } from '@baseline/contract/auth/mails.ts'
import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import { listSecurityLog } from '@baseline/contract/security-log/contract.ts'
import { z } from 'zod'

const Account = z.object({
  uid: z.string(),
  email: z.string(),
  emailVerified: z.boolean(),
  disabled: z.boolean(),
})
export type Account = z.infer<typeof Account>

const Refusal = z.object({ code: z.string() })

type SecurityEventQuery = Omit<NonNullable<Query['filter']>, 'timestampRange'> &
  Pick<Query, 'limit' | 'offset' | 'orderBy'> & {
    from?: string | null | undefined
    to?: string | null | undefined
  }
type Query = Input<typeof listSecurityLog>['query']

/** The calls of the backend to the identity service; another provider can implement them. */
export interface Directory {
  /** Whether the service responds and can create tokens. */
  isReady: () => Promise<boolean>
  /** Idempotent by address. An existing unverified account loses its password, sessions and providers. */
  create: (email: string) => Promise<Account>
  findByEmail: (email: string) => Promise<Account | undefined>
  /** Also ends every session. */
  setDisabled: (uid: string, disabled: boolean) => Promise<void>
  /** Removes the authenticator app and the passkeys of an account. Also ends every session. */
  removeSecondFactor: (uid: string) => Promise<void>
  /** Deletes an account. Succeeds for a missing account: jobs may run twice. */
  remove: (uid: string) => Promise<void>
  /** Counts a mail to this address. Throws if too many were sent to it, by this service or by the other. */
  countMail: (email: string) => Promise<void>
  link: (kind: AccountMail, email: string) => Promise<string>
  listSecurityEvents: (query: SecurityEventQuery) => Promise<z.infer<typeof listSecurityLog.response>>
  /** Lets the identity service send the mail, when the backend has no SMTP server. */
  sendMail: (
    kind: AccountMail,
    mail: { email: string; language: Language; inviter?: string | undefined },
  ) => Promise<void>
}

export const identityDirectory = (config: { identityUrl: string; serviceToken: string }): Directory => {
  const request = async (method: string, path: string, body?: unknown): Promise<unknown> => {
    const response = await fetch(new URL(path, config.identityUrl), {
      method,
      headers: {
        authorization: `Bearer ${config.serviceToken}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      // The service token must not follow a redirect to another server.
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
    }).catch((cause: unknown) => {
      throw new AppError('errors.unavailable', undefined, { cause })
    })
    if (response.ok) return response.json()
    const { code } = Refusal.catch({ code: 'unreadable' }).parse(await response.json().catch(() => undefined))
    // A missing account is a valid result; any other 404 means a wrong URL in the configuration.
    if (code === 'auth/user-not-found') return undefined
    if (code === 'auth/too-many-requests') throw new AppError(code)
    // The address has a valid form, so it is one that may not sign in.
    if (code === 'auth/invalid-email') throw new AppError('iam.errors.reservedAddress')
    throw new AppError('errors.unavailable', undefined, {
      cause: new Error(
        `identity answered ${String(response.status)} ${code} to ${method} ${path.split('?')[0] ?? ''}`,
      ),
    })
  }
  return {
    isReady: async () =>
      fetch(new URL('/ready', config.identityUrl), {
        redirect: 'error',
        signal: AbortSignal.timeout(2_000),
      }).then(
        ({ ok }) => ok,
        () => false,
      ),
    create: async (email) => Account.parse(await request('POST', '/internal/accounts', { email })),
    findByEmail: async (email) =>
      Account.optional().parse(await request('GET', `/internal/accounts?email=${encodeURIComponent(email)}`)),
    setDisabled: async (uid, disabled) => {
      await request('PUT', `/internal/accounts/${encodeURIComponent(uid)}/disabled`, { disabled })
    },
    removeSecondFactor: async (uid) => {
      await request('DELETE', `/internal/accounts/${encodeURIComponent(uid)}/second-factor`)
    },
    remove: async (uid) => {
      await request('DELETE', `/internal/accounts/${encodeURIComponent(uid)}`)
    },
    countMail: async (email) => {
      await request('POST', '/internal/mail-attempts', { email })
    },
    listSecurityEvents: async (query) =>
      listSecurityLog.response.parse(await request('POST', '/internal/security-events', query)),
    sendMail: async (kind, mail) => {
      if (!(await request('POST', '/internal/mails', { kind, ...mail })))
        throw new Error('the recipient has no account')
    },
    link: async (kind, email) =>
      z.object({ link: z.string() }).parse(await request('POST', '/internal/links', { kind, email })).link,
  }
}
