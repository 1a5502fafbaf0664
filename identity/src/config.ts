import { missingEncryption } from '@baseline/contract/encrypted-url.ts'
import { ConfigurationError } from '@baseline/contract/start-error.ts'
import { z } from 'zod'

/** Public defaults for development; production refuses them. */
export const developmentSecrets = {
  IDENTITY_SECRET: 'development-identity-secret-0123456789',
  SERVICE_TOKEN: 'development-service-token-0123456789',
}

export const providerNames = ['google', 'facebook', 'twitter'] as const
export type ProviderName = (typeof providerNames)[number]

/** Addresses that production refuses unless the connection is encrypted or stays on this machine. */
const connections = [
  ['PUBLIC_URL', 'web'],
  ['DATABASE_URL', 'database'],
  ['SMTP_URL', 'mail'],
  ['GOOGLE_DISCOVERY_URL', 'web'],
  ['FACEBOOK_DISCOVERY_URL', 'web'],
  ['TWITTER_DISCOVERY_URL', 'web'],
] as const

/** Reads an empty variable as missing, because compose files and shells leave empty ones. */
const optionalText = z
  .string()
  .optional()
  .transform((text) => text || undefined)
const optionalUrl = optionalText.pipe(z.url().optional())
const secret = z.string().min(32, 'must have at least 32 characters')

const Environment = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().default(4001),
    PUBLIC_URL: z.url(),
    DATABASE_URL: z.url(),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
    IDENTITY_SECRET: secret,
    IDENTITY_PREVIOUS_SECRET: optionalText.pipe(secret.optional()),
    SERVICE_TOKEN: secret,
    SMTP_URL: z.url(),
    MAIL_FROM: z.string().default('Baseline Survey <no-reply@localhost>'),
    TOKEN_ISSUER: optionalUrl,
    TOKEN_AUDIENCE: z.string().default('baseline-api'),
    GOOGLE_CLIENT_ID: optionalText,
    GOOGLE_CLIENT_SECRET: optionalText,
    GOOGLE_DISCOVERY_URL: optionalUrl,
    FACEBOOK_CLIENT_ID: optionalText,
    FACEBOOK_CLIENT_SECRET: optionalText,
    FACEBOOK_DISCOVERY_URL: optionalUrl,
    TWITTER_CLIENT_ID: optionalText,
    TWITTER_CLIENT_SECRET: optionalText,
    TWITTER_DISCOVERY_URL: optionalUrl,
    SIGN_UP: z.enum(['open', 'invited']).default('open'),
    TRUSTED_PROXIES: z.string().default('127.0.0.1'),
    RATE_LIMIT_SCALE: z.coerce.number().min(1).max(1000).default(1),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  })
  .superRefine((env, context) => {
    for (const name of ['IDENTITY_SECRET', 'SERVICE_TOKEN'] as const)
      if (env.NODE_ENV === 'production' && env[name] === developmentSecrets[name])
        context.addIssue({
          code: 'custom',
          path: [name],
          message: 'the development value is refused in production',
        })
    for (const [name, connection] of connections) {
      const url = env[name]
      const problem = env.NODE_ENV === 'production' && url && missingEncryption(connection, url)
      if (problem) context.addIssue({ code: 'custom', path: [name], message: problem })
    }
    for (const prefix of ['GOOGLE', 'FACEBOOK', 'TWITTER'] as const)
      if (Boolean(env[`${prefix}_CLIENT_ID`]) !== Boolean(env[`${prefix}_CLIENT_SECRET`]))
        context.addIssue({
          code: 'custom',
          path: [`${prefix}_CLIENT_SECRET`],
          message: 'client id and secret come together',
        })
  })

export interface ProviderConfig {
  clientId: string
  clientSecret: string
  /** An OIDC issuer that replaces the provider: a ministry's Keycloak, or the issuer of the tests. */
  discoveryUrl: string | undefined
}

const toProvider = (
  clientId: string | undefined,
  clientSecret: string | undefined,
  discoveryUrl: string | undefined,
): ProviderConfig | undefined =>
  clientId && clientSecret ? { clientId, clientSecret, discoveryUrl } : undefined

/** Reads the environment; no other module does. docs/operations has the table of variables. */
export const readConfig = (environment: NodeJS.ProcessEnv) => {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new ConfigurationError(`Configuration:\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  const providers: Record<ProviderName, ProviderConfig | undefined> = {
    google: toProvider(env.GOOGLE_CLIENT_ID, env.GOOGLE_CLIENT_SECRET, env.GOOGLE_DISCOVERY_URL),
    facebook: toProvider(env.FACEBOOK_CLIENT_ID, env.FACEBOOK_CLIENT_SECRET, env.FACEBOOK_DISCOVERY_URL),
    twitter: toProvider(env.TWITTER_CLIENT_ID, env.TWITTER_CLIENT_SECRET, env.TWITTER_DISCOVERY_URL),
  }
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    publicOrigin: new URL(env.PUBLIC_URL).origin,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    secret: env.IDENTITY_SECRET,
    previousSecret: env.IDENTITY_PREVIOUS_SECRET,
    serviceToken: env.SERVICE_TOKEN,
    mail: { url: env.SMTP_URL, from: env.MAIL_FROM },
    tokenIssuer: env.TOKEN_ISSUER ?? env.PUBLIC_URL,
    tokenAudience: env.TOKEN_AUDIENCE,
    providers,
    isSignUpOpen: env.SIGN_UP === 'open',
    trustedProxies: env.TRUSTED_PROXIES.split(',')
      .map((proxy) => proxy.trim())
      .filter(Boolean),
    rateLimitScale: env.RATE_LIMIT_SCALE,
    logLevel: env.LOG_LEVEL,
  }
}
export type Config = ReturnType<typeof readConfig>
