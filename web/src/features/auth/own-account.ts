import { z } from 'zod'

import { identity } from '#platform/identity.ts'

const Session = z.object({
  id: z.string(),
  usedAt: z.string(),
  userAgent: z.string().nullable(),
  isCurrent: z.boolean(),
})
/** A browser in which the user is signed in. */
export type Session = z.infer<typeof Session>

const SecondFactorState = z.object({
  /** False for users who sign in with a provider. */
  hasPassword: z.boolean(),
  hasApp: z.boolean(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), createdAt: z.string() })),
})
export type Passkey = z.infer<typeof SecondFactorState>['passkeys'][number]

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })
const AppKey = RecoveryCodes.extend({ uri: z.string() })
export type AppKey = z.infer<typeof AppKey>

/** Options of the WebAuthn standard; the browser validates them. */
const CreationOptions = z.custom<PublicKeyCredentialCreationOptionsJSON>((value) => typeof value === 'object')
const RequestOptions = z.custom<PublicKeyCredentialRequestOptionsJSON>((value) => typeof value === 'object')

/** The calls with which users manage their own account in the identity service. */
export const ownAccount = {
  /** Also ends the other sessions of the account; this browser gets a new one. */
  changePassword: async (currentPassword: string, newPassword: string): Promise<void> => {
    await identity.request('POST', '/change-password', { currentPassword, newPassword })
    identity.forgetToken()
  },

  /** Returns where the user is signed in, the latest first. */
  sessions: async (): Promise<Session[]> =>
    z.array(Session).parse(await identity.request('GET', '/sessions')),

  endSession: async (id: string): Promise<void> => {
    await identity.request('DELETE', `/sessions/${encodeURIComponent(id)}`)
  },

  secondFactor: async () => SecondFactorState.parse(await identity.request('GET', '/second-factor')),

  /** Returns the key for the app and the recovery codes. Both apply once a code is confirmed. */
  createAppKey: async (password: string): Promise<AppKey> =>
    AppKey.parse(await identity.request('POST', '/two-factor/enable', { password })),

  confirmApp: async (code: string): Promise<void> => {
    await identity.request('POST', '/two-factor/verify-totp', { code })
    identity.forgetToken()
  },

  removeApp: async (password: string): Promise<void> => {
    await identity.request('POST', '/two-factor/disable', { password })
    identity.forgetToken()
  },

  createRecoveryCodes: async (password: string): Promise<string[]> =>
    RecoveryCodes.parse(await identity.request('POST', '/two-factor/generate-backup-codes', { password }))
      .recoveryCodes,

  addPasskey: async (password: string, name: string): Promise<void> => {
    const options = CreationOptions.parse(
      await identity.request('POST', '/passkey/registration', { password }),
    )
    const credential = await navigator.credentials.create({
      publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    })
    await identity.request('POST', '/passkey/verify-registration', { response: toJson(credential), name })
    identity.forgetToken()
  },

  removePasskey: async (id: string, password: string): Promise<void> => {
    await identity.request('DELETE', `/passkeys/${encodeURIComponent(id)}`, { password })
    identity.forgetToken()
  },
}

const toJson = (credential: Credential | null): unknown =>
  credential instanceof PublicKeyCredential ? credential.toJSON() : null

/** Whether this browser has passkeys. */
export const supportsPasskeys = (): boolean =>
  typeof PublicKeyCredential === 'function' && 'parseRequestOptionsFromJSON' in PublicKeyCredential

/** The second step of a sign-in. */
export const secondStep = {
  app: async (code: string): Promise<void> => {
    await identity.startSession('/two-factor/verify-totp', { code })
  },

  recoveryCode: async (code: string): Promise<void> => {
    await identity.startSession('/two-factor/verify-backup-code', { code })
  },

  /** Also signs in without a password. */
  passkey: async (): Promise<void> => {
    const options = RequestOptions.parse(await identity.request('POST', '/passkey/authentication', {}))
    const credential = await navigator.credentials.get({
      publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
    })
    await identity.startSession('/passkey/verify-authentication', { response: toJson(credential) })
  },
}
