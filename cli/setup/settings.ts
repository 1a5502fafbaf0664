import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseEnv } from 'node:util'

import { ConfigurationError } from '../../contract/src/start-error.ts'
import { databaseRoles } from '../../scripts/database.ts'
import { configFolder } from '../environment.ts'

export interface SetupOptions {
  url: string | undefined
  smtp: string | undefined
  mailFrom: string | undefined
  timeZone: string | undefined
  /** Address of a superuser of the database. Undefined for that of this machine. */
  database: string | undefined
  /** Also creates the password of a database in a container. */
  hasOwnDatabase: boolean
}

/** A function creates its value only if the variable is missing. */
type RequiredValues = Readonly<Record<string, string | (() => string) | undefined>>

const fileNames = [
  'baseline.env',
  'api.env',
  'worker.env',
  'identity.env',
  'owner.env',
  'database.env',
] as const
type FileName = (typeof fileNames)[number]

const createSecret = () => randomBytes(32).toString('base64url')

/** Returns the address of the product, which has no path. */
const originOf = (url: string): string => {
  const parsed = URL.parse(url)
  if (parsed?.protocol === 'https:' && parsed.pathname === '/' && !parsed.search) return parsed.origin
  throw new ConfigurationError(`--url ${url}: give an address such as https://survey.ministry.example`)
}

const requiredSettings = (options: SetupOptions): Record<FileName, RequiredValues> => {
  const { url, smtp, mailFrom, timeZone, database, hasOwnDatabase } = options
  const superuserPassword = createSecret()
  const databaseAddress = (role: string) => (): string => {
    const address = new URL(database ?? 'postgres://127.0.0.1/')
    address.username = role
    address.password = createSecret()
    address.pathname = '/baseline'
    return address.href
  }
  return {
    'baseline.env': {
      PUBLIC_URL: url && originOf(url),
      SMTP_URL: smtp,
      MAIL_FROM: mailFrom,
      SERVICE_TOKEN: createSecret,
    },
    'api.env': {
      DATABASE_URL: databaseAddress(databaseRoles.app),
      IDENTITY_URL: () => 'http://127.0.0.1:4001',
      STORAGE_URL: () => 'file:///var/lib/baseline/files',
      STORAGE_SECRET: createSecret,
      SURVEY_TIME_ZONE: timeZone,
    },
    'worker.env': { PORT: () => '4003' },
    'identity.env': {
      DATABASE_URL: databaseAddress(databaseRoles.identity),
      IDENTITY_SECRET: createSecret,
    },
    'owner.env': {
      OWNER_DATABASE_URL: databaseAddress(databaseRoles.owner),
      ...(hasOwnDatabase && {
        SUPERUSER_DATABASE_URL: () => `postgres://postgres:${superuserPassword}@127.0.0.1/postgres`,
      }),
    },
    'database.env': { ...(hasOwnDatabase && { POSTGRES_PASSWORD: () => superuserPassword }) },
  }
}

/** Writes a line that systemd, Node.js and the engines of containers read in the same way. */
const formatLine = (name: string, value: string): string => {
  if (/['"`\\#$\n]/.test(value) || value !== value.trim())
    throw new ConfigurationError(`${name} has a character that is not possible in a file of settings.`)
  return `${name}=${value}`
}

/** Returns the lines that a file lacks. Refuses another value for a variable that exists. */
const missingLines = (path: string, text: string, required: RequiredValues): string[] => {
  const existing = parseEnv(text)
  return Object.entries(required).flatMap(([name, value]) => {
    const current = existing[name]
    if (current && typeof value === 'string' && value !== current)
      throw new ConfigurationError(
        `${name} in ${path} is already ${current}. To change it, edit the file and run this command again.`,
      )
    return current || value === undefined
      ? []
      : [formatLine(name, typeof value === 'string' ? value : value())]
  })
}

/** Adds the settings that the files of the configuration lack. Writes nothing before `write` is called. */
export const planSettings = async (options: SetupOptions) => {
  const files: { name: FileName; path: string; text: string; lines: string[] }[] = []
  const required = requiredSettings(options)
  for (const name of fileNames) {
    const path = join(configFolder(), name)
    const text = await readFile(path, 'utf8').catch(() => '')
    files.push({ name, path, text, lines: missingLines(path, text, required[name]) })
  }
  const resultOf = ({ text, lines }: (typeof files)[number]) =>
    `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lines.join('\n')}\n`
  return {
    /** The variables of these files as they will be. */
    read: (...names: FileName[]): NodeJS.ProcessEnv =>
      Object.assign(
        {},
        ...names.map(
          (name) =>
            files
              .filter((file) => file.name === name)
              .map(resultOf)
              .map((text) => parseEnv(text))[0],
        ),
      ) as NodeJS.ProcessEnv,
    write: async (): Promise<void> => {
      for (const file of files.filter(({ lines }) => lines.length > 0)) {
        // A rename leaves either the old file or the whole new one.
        await writeFile(`${file.path}.new`, resultOf(file), { mode: 0o600 })
        await rename(`${file.path}.new`, file.path)
        console.log(`${file.path}: added ${file.lines.map((line) => line.split('=')[0]).join(', ')}`)
      }
    },
  }
}
