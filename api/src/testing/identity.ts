import { join } from 'node:path'

import { inject } from 'vitest'

import { startMailCatcher } from '../../../scripts/stack/mail-catcher.ts'
import { findFreePort, startProcess, waitUntilReady } from '../../../scripts/stack/processes.ts'
import { cloneDatabase } from '../../../scripts/testing/database.ts'
import type { TestDatabase } from '../../../scripts/testing/database.ts'

const publicUrl = 'https://survey.example'

/**
 * Starts the real identity service with its own mailbox, and with its own database unless one is given. Tokens come
 * from the tests' issuer.
 */
export const startIdentity = async (given?: TestDatabase) => {
  const database = given ?? (await cloneDatabase(inject('superuserUrl')))
  const mail = await startMailCatcher()
  const port = await findFreePort()
  const url = `http://127.0.0.1:${String(port)}`
  const identity = startProcess(process.execPath, ['src/main.ts'], {
    cwd: join(import.meta.dirname, '../../../identity'),
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'test',
      PORT: String(port),
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.identity,
      SMTP_URL: mail.smtpUrl,
      IDENTITY_SECRET: 'identity-secret-for-tests-0123456789',
      SERVICE_TOKEN: 'service-token-for-tests-0123456789',
      LOG_LEVEL: 'silent',
    },
    onLine: () => {},
  })
  await waitUntilReady(`${url}/ready`, identity)
  return {
    url,
    mail,
    /** Posts to the public part of the service, as the sign-in page does. */
    post: (path: string, body: object) =>
      fetch(new URL(`/identity${path}`, url), {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: publicUrl },
        body: JSON.stringify(body),
      }),
    stop: async () => {
      await identity.stop()
      await mail.stop()
      if (!given) await database.drop()
    },
  }
}
