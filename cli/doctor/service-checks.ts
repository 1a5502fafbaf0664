import { randomUUID } from 'node:crypto'

import { createTransport } from 'nodemailer'

import {
  findMissingSchema,
  oldestPostgres,
  readNeededSchema,
} from '../../api/src/platform/database/schema-version.ts'
import { maxWaitingMinutes, readQueues } from '../../api/src/platform/monitoring/queue.ts'
import { openStorage } from '../../api/src/platform/storage/open-storage.ts'
import { explainStartError } from '../../contract/src/start-error.ts'
import { failed, ok, warning } from './check.ts'
import type { Check } from './check.ts'
import { localUrl } from './host-checks.ts'

export const databaseCheck: Check = {
  name: 'database',
  needs: ['configuration'],
  run: async ({ pool }) => {
    const { rows } = await pool
      .query<{ version: string }>(`select current_setting('server_version') version`)
      .catch((error: unknown) => {
        throw new Error(explainStartError(error) ?? String(error), { cause: error })
      })
    const version = rows[0]?.version ?? ''
    return Number.parseInt(version, 10) < oldestPostgres
      ? failed(`PostgreSQL ${version}: version ${String(oldestPostgres)} or later is required`)
      : ok(`PostgreSQL ${version}`)
  },
}

export const schemaCheck: Check = {
  name: 'schema',
  needs: ['database'],
  run: async ({ db, pool }) => {
    const needed = await readNeededSchema()
    const missing = await findMissingSchema(db, needed)
    if (missing.length > 0) return failed(`the database lacks ${missing.join(', ')}: migrate it`)
    const { rows } = await pool.query<{ name: string }>(
      'select name from kysely_migration where name <> all($1) order by 1',
      [needed.migrations],
    )
    return rows.length > 0
      ? warning(`the database is of a newer release, with ${rows.map(({ name }) => name).join(', ')}`)
      : ok(`${String(needed.migrations.length)} migrations`)
  },
}

/** Asks a service whether it is ready, and returns what it says. */
const askReadiness = async (url: string) => {
  const answer = await fetch(url, { signal: AbortSignal.timeout(5_000) }).catch((error: unknown) => {
    throw new Error(`does not respond at ${url}`, { cause: error })
  })
  const body = (await answer.json().catch(() => ({}))) as { problem?: string; missing?: string[] }
  if (answer.ok) return ok('ready')
  if (body.missing) return failed(`the database lacks ${body.missing.join(', ')}`)
  return failed(body.problem ?? `${url} returns ${String(answer.status)}`)
}

export const identityCheck: Check = {
  name: 'identity',
  needs: ['schema'],
  run: async ({ identity }) => askReadiness(`${localUrl(identity)}/ready`),
}

export const apiCheck: Check = {
  name: 'api',
  needs: ['schema'],
  run: async ({ api }) => askReadiness(`${localUrl(api)}/ready`),
}

export const workerCheck: Check = {
  name: 'worker',
  needs: ['schema'],
  run: async ({ api, workerPort }) => askReadiness(`${localUrl({ host: api.host, port: workerPort })}/ready`),
}

export const edgeCheck: Check = {
  name: 'edge',
  needs: ['api', 'identity', 'certificate'],
  run: async ({ api }) => {
    const page = await fetch(api.publicUrl, { signal: AbortSignal.timeout(5_000) }).catch(
      (error: unknown) => {
        throw new Error(`${api.publicUrl} does not respond`, { cause: error })
      },
    )
    if (!page.ok || !(await page.text()).includes('<div id="root"'))
      return failed(`${api.publicUrl} does not show the product: status ${String(page.status)}`)
    for (const path of ['/api/auth/email-configured', '/identity/jwks']) {
      const { ok: isOk, status } = await fetch(new URL(path, api.publicUrl), {
        signal: AbortSignal.timeout(5_000),
      })
      if (!isOk) return failed(`${path} returns ${String(status)}: nginx does not reach the service`)
    }
    return ok(api.publicUrl)
  },
}

export const mailCheck: Check = {
  name: 'mail',
  needs: ['configuration'],
  run: async ({ api, identity, mailTo }) => {
    const servers = [...new Set([api.mail?.url, identity.mail.url])].filter((url) => url !== undefined)
    for (const url of servers) {
      const transport = createTransport({
        url,
        connectionTimeout: 5_000,
        greetingTimeout: 5_000,
        socketTimeout: 10_000,
      })
      await transport.verify()
      if (mailTo !== undefined)
        await transport.sendMail({
          from: identity.mail.from,
          to: mailTo,
          subject: 'Baseline Survey: test mail',
          text: 'The mail server accepts mails of Baseline Survey.',
        })
      transport.close()
    }
    return ok(
      mailTo === undefined ? 'accepts the login; --mail-to ADDRESS sends a test mail' : `sent to ${mailTo}`,
    )
  },
}

export const storageCheck: Check = {
  name: 'storage',
  needs: ['configuration'],
  run: async ({ api }) => {
    const storage = await openStorage(api)
    const key = `doctor/${randomUUID()}.json`
    const content = Buffer.from('{}')
    await storage.put(key, content)
    const head = await storage.head(key)
    await storage.remove(key)
    return head?.size === content.length ? ok('writable') : failed('a file that was written cannot be read')
  },
}

export const jobsCheck: Check = {
  name: 'jobs',
  needs: ['schema', 'worker'],
  run: async ({ db }) => {
    const queues = await readQueues(db)
    const late = queues
      .filter(({ oldestSeconds }) => oldestSeconds > maxWaitingMinutes * 60)
      .map(({ queue, waiting }) => `${queue} ${String(waiting)}`)
    if (late.length > 0)
      return failed(`wait for more than ${String(maxWaitingMinutes)} minutes: ${late.join(', ')}`)
    const broken = queues
      .filter(({ failedToday }) => failedToday > 0)
      .map(({ queue, failedToday }) => `${queue} ${String(failedToday)}`)
    return broken.length > 0
      ? warning(`failed within a day: ${broken.join(', ')}; see: baseline jobs list`)
      : ok('none failed')
  },
}

export const countsCheck: Check = {
  name: 'counts',
  needs: ['schema'],
  run: async ({ pool }) => {
    const { rows } = await pool.query<{ wrong: number }>(
      'select wrong from response_recounts order by at desc limit 1',
    )
    const wrong = rows[0]?.wrong ?? 0
    return wrong === 0
      ? ok('equal to the responses')
      : failed(`${String(wrong)} counts were wrong at the last recount`)
  },
}
