import { once } from 'node:events'

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'

import { developmentSecrets } from '#config.ts'
import { openBrowser } from '#testing/browser.ts'
import { openMailbox } from '#testing/mailbox.ts'
import type { Mailbox } from '#testing/mailbox.ts'
import { newAddress, password, publicUrl, tokenIn } from '#testing/world.ts'

import { findFreePort, startProcess, waitUntilReady } from '../../scripts/stack/processes.ts'
import { cloneDatabase } from '../../scripts/testing/database.ts'
import type { TestDatabase } from '../../scripts/testing/database.ts'

let database: TestDatabase
let mailbox: Mailbox
beforeAll(async () => {
  database = await cloneDatabase(inject('superuserUrl'))
  mailbox = await openMailbox()
})
afterAll(async () => {
  await mailbox.close()
  await database.drop()
})

/** Starts the service as operators run it: `node src/main.ts` with an environment. */
const start = (environment: Record<string, string>) => {
  const lines: string[] = []
  const running = startProcess(process.execPath, ['src/main.ts'], {
    cwd: new URL('..', import.meta.url).pathname,
    env: {
      PATH: process.env['PATH'],
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.identity,
      SMTP_URL: mailbox.url,
      ...developmentSecrets,
      ...environment,
    },
    onLine: (line) => lines.push(line),
  })
  return { running, lines }
}

describe('process', () => {
  test(
    'creates its signing key before the first token request, and no second one',
    { timeout: 30_000 },
    async () => {
      const port = await findFreePort()
      const url = `http://127.0.0.1:${String(port)}`
      const { running } = start({ NODE_ENV: 'development', PORT: String(port) })
      await waitUntilReady(`${url}/ready`)
      const pool = new pg.Pool({ connectionString: database.identity })
      const { rows } = await pool.query('select id from jwks')
      await pool.end()
      await running.stop()
      expect(rows).toHaveLength(1)
    },
  )

  test(
    'logs route, status and time without personal data, and drains on SIGTERM',
    { timeout: 30_000 },
    async () => {
      const port = await findFreePort()
      const url = `http://127.0.0.1:${String(port)}`
      const { running, lines } = start({ NODE_ENV: 'development', PORT: String(port), LOG_LEVEL: 'debug' })
      await waitUntilReady(`${url}/ready`)

      const email = newAddress()
      const browser = openBrowser(url, publicUrl)
      await browser.post('/identity/sign-up/email', { email, password, name: 'Joana Personal' })
      await browser.post('/identity/sign-up/email', { email, password })
      await browser.post('/identity/sign-in/email', { email, password: 'wrong-and-secret' })
      await browser.post('/identity/sign-in/social', {
        provider: 'google',
        callbackURL: 'https://evil.example/x',
      })
      await browser.post('/identity/request-password-reset', { email })
      const { link } = await mailbox.newestTo(email)
      await browser.post('/identity/verify-email', { token: tokenIn(link) })
      await browser.get(`/identity/nowhere?email=${email}`)
      await browser.get(`/identity/callback/google?code=secret-code&state=secret-state`)
      const session = browser.cookies.get('baseline.session_token') ?? ''
      const token = String((await browser.get('/identity/token')).body['token'])
      await Promise.all([
        once(running.process, 'exit').then(([code]) => expect(code).toBe(0)),
        running.stop(),
      ])

      const log = lines.join('\n')
      expect(log).toContain('"route":"/identity/sign-in/email"')
      expect(log).toMatch(/"status":400,"ms":\d+/)
      const secrets = [
        email,
        email.split('@')[0] ?? '',
        password,
        'wrong-and-secret',
        'Joana',
        'evil.example',
        tokenIn(link),
        token,
        'secret-code',
        'secret-state',
        decodeURIComponent(session.split(/[=;]/)[1] ?? '').split('.')[0] ?? '',
        developmentSecrets.IDENTITY_SECRET,
        developmentSecrets.SERVICE_TOKEN,
      ]
      for (const secret of secrets) {
        expect(secret.length).toBeGreaterThan(4)
        expect(log).not.toContain(secret)
      }
    },
  )

  test.for([{}, { NODE_ENV: 'production' }])(
    'refuses to start in production with the development secrets: %o',
    { timeout: 30_000 },
    async (environment) => {
      const { running, lines } = start({ ...environment, PORT: String(await findFreePort()) })
      const [code] = (await once(running.process, 'exit')) as [number]
      expect(code).toBe(1)
      expect(lines.join('\n')).toContain('the development value is refused in production')
    },
  )

  test('returns 503 while the database is down, and keeps running', { timeout: 30_000 }, async () => {
    const port = await findFreePort()
    const url = `http://127.0.0.1:${String(port)}`
    const { running } = start({
      NODE_ENV: 'development',
      PORT: String(port),
      DATABASE_URL: 'postgres://baseline_identity:x@127.0.0.1:1/nowhere',
    })
    await waitUntilReady(`${url}/health`)
    const browser = openBrowser(url, publicUrl)
    const ready = await browser.get('/ready')
    const answer = await browser.post('/identity/sign-in/email', { email: newAddress(), password })
    const keys = await browser.get('/identity/jwks')
    await running.stop()
    expect([ready.status, answer.status, answer.body.code]).toEqual([503, 503, 'auth/internal-error'])
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(keys.status).toBe(503)
  })
})
