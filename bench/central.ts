import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import pg from 'pg'

import { startPostgres } from '../scripts/stack/postgres.ts'
import { findFreePort, startProcess } from '../scripts/stack/processes.ts'

const email = 'manager@example.org'
const password = randomUUID()

/**
 * Starts the backend of ODK Central from a checkout with its packages installed, as one process, on a new database. The
 * form is published, and each of the app users may send submissions. Returns the URLs to which their phones send.
 */
export const startCentral = async (
  checkout: string,
  { directory, xform, appUsers }: { directory: string; xform: string; appUsers: number },
) => {
  const postgres = await startPostgres({ directory, withServerSettings: true })
  const superuser = new pg.Client({ connectionString: postgres.url('postgres') })
  await superuser.connect()
  await superuser.query('create database central')
  await superuser.end()
  const {
    hostname,
    port: databasePort,
    username,
    password: databasePassword,
  } = new URL(postgres.url('central'))
  const port = await findFreePort()
  const database = {
    host: hostname,
    port: Number(databasePort),
    database: 'central',
    user: username,
    password: decodeURIComponent(databasePassword),
  }
  const env = {
    PATH: process.env['PATH'],
    NODE_ENV: 'production',
    NODE_CONFIG: JSON.stringify({ default: { database, server: { port } } }),
  }

  /** Runs a command of Central, which can ask for a password. */
  const run = async (args: string[], answer = ''): Promise<void> => {
    const child = spawn(process.execPath, args, { cwd: checkout, env, stdio: ['pipe', 'pipe', 'pipe'] })
    const printed: string[] = []
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => printed.push(text))
    child.stdin.end(answer)
    const [code] = (await once(child, 'close')) as [number]
    if (code !== 0) throw new Error(`${args.join(' ')} failed: ${printed.join('')}`)
  }
  await run(['lib/bin/run-migrations.js'])
  await run(['lib/bin/cli.js', '-u', email, 'user-create'], `${password}\n`)
  await run(['lib/bin/cli.js', '-u', email, 'user-promote'])
  let isStopping = false
  const server = startProcess(process.execPath, ['lib/bin/run-server.js'], {
    cwd: checkout,
    env,
    // It logs each request, and errors of its worker while it stops.
    onLine: (line) => {
      if (!isStopping && /error/i.test(line)) console.error(`central ${line}`)
    },
  })
  const url = `http://127.0.0.1:${String(port)}/v1`

  let token = ''
  const call = async <Answer>(
    path: string,
    body: object | string,
    type = 'application/json',
  ): Promise<Answer> => {
    const answer = await fetch(`${url}${path}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        'x-forwarded-proto': 'https',
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Answer // the shape of Central's API
  }
  // No call is public, so that any answer shows that it listens.
  while (!(await fetch(url).catch(() => undefined))) {
    if (server.process.exitCode !== null) throw new Error('Central has ended')
    await sleep(100)
  }
  ;({ token } = await call<{ token: string }>('/sessions', { email, password }))
  const { id: project } = await call<{ id: number }>('/projects', { name: 'Peer' })
  const forms = `/projects/${String(project)}/forms`
  const { xmlFormId } = await call<{ xmlFormId: string }>(`${forms}?publish=true`, xform, 'application/xml')
  const urls: string[] = []
  for (let number = 0; number < appUsers; number += 1) {
    const user = await call<{ id: number; token: string }>(`/projects/${String(project)}/app-users`, {
      displayName: `Phone ${String(number)}`,
    })
    await call(`${forms}/${xmlFormId}/assignments/app-user/${String(user.id)}`, {})
    urls.push(`${url}/key/${user.token}/projects/${String(project)}/submission`)
  }
  const owner = new pg.Client({ connectionString: postgres.url('central') })
  await owner.connect()
  return {
    urls,
    owner,
    processId: server.process.pid ?? 0,
    countSubmissions: async () => {
      const { rows } = await owner.query<{ count: number }>('select count(*)::int from submissions')
      return rows[0]?.count ?? 0
    },
    stop: async () => {
      isStopping = true
      await owner.end()
      await server.stop()
      await postgres.stop()
    },
  }
}
