import { fileURLToPath } from 'node:url'

import { missingEncryption } from '@baseline/contract/encrypted-url.ts'
import { roles } from '@baseline/contract/permissions.ts'
import { ConfigurationError } from '@baseline/contract/start-error.ts'
import { z } from 'zod'

import type { StorageLocation } from './platform/storage/storage.ts'

/** Publicly known values, so that development needs no settings. Production refuses them. */
export const developmentServiceToken = 'development-service-token-0123456789'
export const developmentStorageSecret = 'development-storage-secret-0123456789'

/** Addresses that production refuses unless the connection is encrypted or stays on this machine. */
const connections = [
  ['PUBLIC_URL', 'web'],
  ['DATABASE_URL', 'database'],
  ['IDENTITY_URL', 'web'],
  ['SMTP_URL', 'mail'],
] as const

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
    MAP_TILES_URL: z
      .string()
      .optional()
      .refine((url) => !url || isTilesUrl(url), 'must be an address with {z}, {x} and {y}'),
    MAP_TILES_ATTRIBUTION: z.string().default(''),
    STORAGE_URL: z.url(),
    STORAGE_KEY_ID: z.string().optional(),
    STORAGE_KEY_SECRET: z.string().optional(),
    STORAGE_SECRET: z.string().min(32),
    /** Roles that need a second factor, separated by commas. */
    SECOND_FACTOR_ROLES: z
      .string()
      .default('')
      .transform((text) => text.split(/[\s,]+/).filter(Boolean))
      .pipe(z.array(z.enum(roles))),
    READ_LOG_MONTHS: z.coerce.number().int().min(3).max(120).default(12),
    /** 0 raises no alerts. */
    READ_ALERT_RECORDS: z.coerce.number().int().min(0).max(1_000_000_000).default(20_000),
    /** Receives the daily summary; by default the managers do. */
    OPERATOR_EMAIL: z
      .string()
      .optional()
      .transform((text) => text || undefined)
      .pipe(z.email().optional()),
    DATABASE_FOLDER: z.string().default('/var/lib/postgresql'),
    BACKUP_STATE_FILE: z.string().default('/var/lib/baseline-backup/last.json'),
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
  .refine(
    ({ NODE_ENV, STORAGE_SECRET }) =>
      NODE_ENV !== 'production' || STORAGE_SECRET !== developmentStorageSecret,
    { path: ['STORAGE_SECRET'], message: 'the development secret is refused in production' },
  )
  .superRefine((env, context) => {
    for (const [name, connection] of connections) {
      const url = env[name]
      const problem = env.NODE_ENV === 'production' && url && missingEncryption(connection, url)
      if (problem) context.addIssue({ code: 'custom', path: [name], message: problem })
    }
  })
  .transform((env, context) => {
    const storage = storageLocation(env)
    const endpoint = storage?.driver === 's3' ? storage.endpoint : undefined
    const problem = env.NODE_ENV === 'production' && endpoint && missingEncryption('web', endpoint)
    if (problem) context.addIssue({ code: 'custom', path: ['STORAGE_URL'], message: problem })
    if (storage) return { ...env, storage }
    context.addIssue({
      code: 'custom',
      path: ['STORAGE_URL'],
      message: 'must be file:///folder, or s3://bucket with STORAGE_KEY_ID and STORAGE_KEY_SECRET',
    })
    return z.NEVER
  })

const isTilesUrl = (url: string): boolean =>
  /^https?:\/\//.test(url) && ['{z}', '{x}', '{y}'].every((part) => url.includes(part))

/** Parses `file:///var/lib/baseline/files` or `s3://bucket?endpoint=https://storage.example&region=eu-1`. */
const storageLocation = (env: {
  STORAGE_URL: string
  STORAGE_KEY_ID?: string | undefined
  STORAGE_KEY_SECRET?: string | undefined
}): StorageLocation | undefined => {
  const url = new URL(env.STORAGE_URL)
  const { STORAGE_KEY_ID: keyId, STORAGE_KEY_SECRET: secret } = env
  if (url.protocol === 'file:' && url.host === '') return { driver: 'disk', root: fileURLToPath(url) }
  if (url.protocol !== 's3:' || !url.host || !keyId || !secret) return undefined
  const endpoint = url.searchParams.get('endpoint') ?? undefined
  if (endpoint !== undefined && !URL.canParse(endpoint)) return undefined
  const region = url.searchParams.get('region') ?? 'us-east-1'
  return { driver: 's3', bucket: url.host, endpoint, region, keyId, secret }
}

const isTimeZone = (zone: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Reads the environment; no other code does. docs/operations lists the variables. */
export const readConfig = (environment: NodeJS.ProcessEnv) => {
  const parsed = Environment.safeParse(environment)
  if (!parsed.success) throw new ConfigurationError(`Configuration:\n${z.prettifyError(parsed.error)}`)
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
    mapTiles: env.MAP_TILES_URL ? { url: env.MAP_TILES_URL, attribution: env.MAP_TILES_ATTRIBUTION } : null,
    storage: env.storage,
    storageSecret: env.STORAGE_SECRET,
    secondFactorRoles: env.SECOND_FACTOR_ROLES,
    readLogMonths: env.READ_LOG_MONTHS,
    readAlertRecords: env.READ_ALERT_RECORDS,
    operatorEmail: env.OPERATOR_EMAIL,
    databaseFolder: env.DATABASE_FOLDER,
    backupStateFile: env.BACKUP_STATE_FILE,
    trustedProxies: env.TRUSTED_PROXIES.split(',').map((proxy) => proxy.trim()),
    logLevel: env.LOG_LEVEL,
  }
}
export type Config = ReturnType<typeof readConfig>
