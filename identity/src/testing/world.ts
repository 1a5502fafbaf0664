import { randomUUID } from 'node:crypto'

import { accountMail } from '@baseline/contract/auth/mails.ts'
import type { AccountMail } from '@baseline/contract/auth/mails.ts'
import { messagesByLanguage } from '@baseline/contract/messages/all.ts'
import { translator } from '@baseline/contract/messages/translate.ts'
import type { Language } from '@baseline/contract/messages/translate.ts'
import pg from 'pg'

import { buildApp } from '#app.ts'
import { developmentSecrets, readConfig } from '#config.ts'
import type { Config } from '#config.ts'
import { openBrowser } from '#testing/browser.ts'
import type { Answer, Browser } from '#testing/browser.ts'
import { openMailbox } from '#testing/mailbox.ts'
import type { Mailbox } from '#testing/mailbox.ts'

import { cloneDatabase } from '../../../scripts/testing/database.ts'

export const password = 'correct horse battery'
export const publicUrl = 'http://survey.test'

export interface World {
  config: Config
  url: string
  mailbox: Mailbox
  /** Runs SQL in the service's own role, for state that the HTTP interface does not expose. */
  sql: (statement: string, values?: unknown[]) => Promise<Record<string, unknown>[]>
  browser: (language?: string) => Browser
  internal: (method: string, path: string, body?: unknown) => Promise<Answer>
  purge: () => Promise<void>
  close: () => Promise<void>
}

/** Starts the whole service on a port, with its own database and mailbox. */
export const openWorld = async (
  superuserUrl: string,
  environment: Record<string, string> = {},
): Promise<World> => {
  const database = await cloneDatabase(superuserUrl)
  const mailbox = await openMailbox()
  const config = readConfig({
    NODE_ENV: 'test',
    PUBLIC_URL: publicUrl,
    DATABASE_URL: database.identity,
    SMTP_URL: mailbox.url,
    LOG_LEVEL: 'silent',
    RATE_LIMIT_SCALE: '100',
    ...developmentSecrets,
    ...environment,
  })
  const { app, purge } = await buildApp(config)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const pool = new pg.Pool({ connectionString: database.identity, max: 2 })
  pool.on('error', () => {})
  const browser = (language?: string) => openBrowser(url, config.publicOrigin, language)
  const service = browser()
  return {
    config,
    url,
    mailbox,
    sql: async (statement, values) => (await pool.query<Record<string, unknown>>(statement, values)).rows,
    browser,
    internal: (method, path, body) =>
      service.request(method, `/internal${path}`, {
        ...(body === undefined ? {} : { body }),
        headers: { authorization: `Bearer ${config.serviceToken}` },
      }),
    purge,
    close: async () => {
      await app.close()
      await pool.end()
      await mailbox.close()
      await database.drop()
    },
  }
}

/** Returns the subject of a mail in a language, from the contract. */
export const subjectOf = (kind: AccountMail, language: Language): string =>
  accountMail(kind, { link: publicUrl }, translator(messagesByLanguage[language])).subject

export const newAddress = (): string => `p${randomUUID().slice(0, 8)}@example.org`

/** Creates an account with a session; its address is not verified. */
export const signUp = async (
  world: World,
  email = newAddress(),
): Promise<{ email: string; uid: string; browser: Browser }> => {
  const browser = world.browser()
  const answer = await browser.post('/identity/sign-up/email', { email, password })
  if (answer.status !== 200) throw new Error(`sign-up: ${JSON.stringify(answer.body)}`)
  const { id } = answer.body['user'] as { id: string }
  return { email, uid: id, browser }
}

export const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? ''

/** Like signUp(), and verifies the address through the mailbox. */
export const signUpVerified = async (world: World, email = newAddress()) => {
  const person = await signUp(world, email)
  await person.browser.post('/identity/send-verification-email', { email })
  const { link } = await world.mailbox.newestTo(email)
  const answer = await person.browser.post('/identity/verify-email', { token: tokenIn(link) })
  if (answer.status !== 200) throw new Error(`verification: ${JSON.stringify(answer.body)}`)
  return person
}
