import { z } from 'zod'

/** Public knowledge: it lets a developer start without settings, and production refuses it. */
export const developmentServiceToken = 'development-service-token-0123456789'

const Environment = z
  .object({
    NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
    HOST: z.string().default('127.0.0.1'),
    PORT: z.coerce.number().int().default(4000),
    PUBLIC_URL: z.url(),
    DATABASE_URL: z.url(),
    DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
    IDENTITY_URL: z.url(),
    SERVICE_TOKEN: z.string().min(32),
    TOKEN_ISSUER: z.url().optional(),
    TOKEN_AUDIENCE: z.string().default('baseline-api'),
    SMTP_URL: z.url().optional(),
    MAIL_FROM: z.string().default('Baseline Survey <no-reply@localhost>'),
    SURVEY_TIME_ZONE: z
      .string()
      .default('UTC')
      .refine((zone) => isTimeZone(zone), 'must be an IANA time zone'),
    TRUSTED_PROXIES: z.string().default('127.0.0.1'),
    LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent']).default('info'),
  })
  .refine(
    ({ NODE_ENV, SERVICE_TOKEN }) => NODE_ENV !== 'production' || SERVICE_TOKEN !== developmentServiceToken,
    {
      path: ['SERVICE_TOKEN'],
      message: 'the development token is refused in production',
    },
  )

const isTimeZone = (zone: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The only reader of the environment; docs/operations has the table. */
export const readConfig = (environment: NodeJS.ProcessEnv) => {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new Error(`Configuration:\n${z.prettifyError(parsed.error)}`)
  const env = parsed.data
  return {
    production: env.NODE_ENV === 'production',
    host: env.HOST,
    port: env.PORT,
    publicUrl: env.PUBLIC_URL,
    databaseUrl: env.DATABASE_URL,
    databasePoolSize: env.DATABASE_POOL_SIZE,
    identityUrl: env.IDENTITY_URL,
    serviceToken: env.SERVICE_TOKEN,
    tokenIssuer: env.TOKEN_ISSUER ?? env.PUBLIC_URL,
    tokenAudience: env.TOKEN_AUDIENCE,
    mail: env.SMTP_URL ? { url: env.SMTP_URL, from: env.MAIL_FROM } : undefined,
    timeZone: env.SURVEY_TIME_ZONE,
    trustedProxies: env.TRUSTED_PROXIES.split(',').map((one) => one.trim()),
    logLevel: env.LOG_LEVEL,
  }
}
export type Config = ReturnType<typeof readConfig>
