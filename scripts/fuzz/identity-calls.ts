import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { root } from '../stack/stack.ts'
import type { Call, Schema } from './types.ts'

const text: Schema = { type: 'string', minLength: 1, maxLength: 60 }
const sixDigits: Schema = { type: 'string', pattern: '^\\d{6}$' }
const credential: Schema = {
  type: 'object',
  properties: {
    id: text,
    rawId: text,
    type: { type: 'string', enum: ['public-key'] },
    response: {
      type: 'object',
      properties: { clientDataJSON: text, attestationObject: text, authenticatorData: text, signature: text },
    },
  },
  required: ['id', 'rawId', 'type', 'response'],
}
const provider: Schema = { type: 'string', enum: ['google', 'facebook', 'twitter'] }

/** The fields of the body of each public call. The identity service has no OpenAPI document. */
const bodies: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  'POST /sign-up/email': { email: text, password: text, name: text },
  'POST /sign-in/email': { email: text, password: text, rememberMe: { type: 'boolean' } },
  'POST /sign-in/social': { provider, callbackURL: text, errorCallbackURL: text },
  'POST /sign-out': {},
  'POST /request-password-reset': { email: text },
  'POST /reset-password': { token: text, newPassword: text },
  'POST /send-verification-email': { email: text },
  'POST /verify-email': { token: text },
  'POST /change-password': { currentPassword: text, newPassword: text },
  'POST /two-factor/enable': { password: text },
  'POST /two-factor/verify-totp': { code: sixDigits },
  'POST /two-factor/verify-backup-code': { code: text },
  'POST /two-factor/generate-backup-codes': { password: text },
  'POST /two-factor/disable': { password: text },
  'POST /passkey/registration': { password: text },
  'POST /passkey/verify-registration': { response: credential, name: text },
  'POST /passkey/authentication': {},
  'POST /passkey/verify-authentication': { response: credential },
  'DELETE /passkeys/{id}': { password: text },
  'DELETE /sessions/{id}': {},
  'GET /sessions': {},
  'GET /second-factor': {},
  'GET /token': {},
  'GET /jwks': {},
  'GET /options': {},
  'GET /callback/{provider}': {},
}
const queries: Readonly<Record<string, readonly string[]>> = {
  'GET /token': ['optional'],
  'GET /callback/{provider}': ['code', 'state', 'error', 'error_description'],
}

/** Returns the public calls that the source of the service registers. */
const registeredCalls = (): string[] =>
  globSync('identity/src/*.ts', { cwd: root }).flatMap((file) =>
    [
      ...readFileSync(join(root, file), 'utf8').matchAll(
        /app\.(get|post|put|delete)\(\s*`\$\{basePath\}([^`]*)`/g,
      ),
    ].map(([, method = '', path = '']) => `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`),
  )

/** Returns the public calls of the identity service. Throws if the table above misses one. */
export const identityCalls = (): Call[] => {
  const missing = registeredCalls().filter((name) => !(name in bodies))
  if (missing.length > 0) throw new Error(`scripts/fuzz/identity-calls.ts lacks ${missing.join(', ')}`)
  return Object.entries(bodies).map(([name, properties]) => {
    const [method = '', path = ''] = name.split(' ')
    const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, parameter = '']) => ({
      name: parameter,
      in: 'path',
      required: true,
      schema: parameter === 'provider' ? provider : text,
    }))
    const query = (queries[name] ?? []).map((one) => ({
      name: one,
      in: 'query',
      required: false,
      schema: one === 'optional' ? { enum: ['true'] } : text,
    }))
    const required = Object.keys(properties).filter((field) => !/^(rememberMe|name)$|URL$/.test(field))
    return {
      method,
      path: `/identity${path}`,
      parameters: [...parameters, ...query],
      body: method === 'GET' ? undefined : { type: 'object', properties, required },
      isUpload: false,
    }
  })
}
