/** Executes the commands of the pages in docs/operations that are for one server. */
import { execFile } from 'node:child_process'
import { Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { createInterviews } from '../seed/interviews.ts'
import type { Machine } from '../stack/machine.ts'
import { openSession, sendCall } from './call.ts'
import type { Session } from './call.ts'
import { readInlineCommands, readPage } from './read-page.ts'
import type { Step } from './read-page.ts'
import { print, requireThat } from './report.ts'

export interface Scene {
  /** A server on which the five commands of install.md were executed. */
  server: Machine
  /** Starts another server, with the package and the certificate, on which nothing is installed. */
  startNewServer: () => Promise<Machine>
  url: string
  authority: string
  manager: { email: string; password: string }
}

/** Values of the pages that an operator replaces. */
const example = {
  response: '019a0000-0000-7000-8000-000000000000',
  time: '2026-11-17T14:05:00+02:00',
  laterTime: '2026-11-17T15:00:00+02:00',
  timeline: '--timeline 1',
}

const signIn = async (scene: Scene, address: string): Promise<Session> => {
  const target = { url: scene.url, authority: scene.authority, address }
  const { cookies, status } = await sendCall(target, '/identity/sign-in/email', {
    method: 'POST',
    headers: { origin: scene.url },
    body: scene.manager,
  })
  if (status !== 200) throw new Error(`sign-in: status ${String(status)}`)
  return openSession(target, cookies.map((cookie) => cookie.split(';')[0]).join('; '))
}

const addResponse = async (call: Session): Promise<string> => {
  const { rows } = await call<{ rows: { id: string }[] }>('/api/survey-list?limit=10&offset=0')
  const data = createInterviews(rows[0]?.id ?? '')()
  return (await call<{ id: string }>('/api/survey-responses', { method: 'POST', body: { data } })).id
}

const hasResponse = (call: Session, id: string): Promise<boolean> =>
  call(`/api/survey-responses/${id}`).then(
    () => true,
    () => false,
  )

const isReachable = (address: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = new Socket().setTimeout(2_000)
    const end = (answer: boolean) => () => {
      socket.destroy()
      resolve(answer)
    }
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
    socket.connect(port, address)
  })

const execute = async (machine: Machine, commands: string): Promise<void> => {
  const startedAt = performance.now()
  const { code, output } = await machine.try(`set -e; cd /root\n${commands}`)
  const [first = ''] = commands.trim().split('\n')
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const end = output.split('\n').slice(-20).join('\n')
  requireThat(code === 0, `${seconds} s, ${first}${code === 0 ? '' : `\n${commands}\n${end}`}`)
}

/** Executes the steps of a page, each after `adapt` has replaced the values of the page. */
const executePage = async (
  page: string,
  machines: Readonly<Record<string, Machine>>,
  options: {
    filter?: (step: Step) => boolean
    adapt?: (commands: string) => string | Promise<string>
  } = {},
): Promise<void> => {
  print(page)
  const { filter = () => true, adapt = (commands) => commands } = options
  for (const step of (await readPage(page)).filter(filter)) {
    const machine = machines[step.servers]
    if (!machine) throw new Error(`${page} has commands for ${step.servers}, which is no server`)
    await execute(machine, await adapt(step.commands))
  }
}

const isRemoval = ({ section }: Step): boolean => section === 'Removal'

const executeInstallation = async (scene: Scene): Promise<void> => {
  const { server } = scene
  const call = await signIn(scene, server.address)
  const response = await addResponse(call)
  await call(`/api/survey-responses?ids[]=${response}`, { method: 'DELETE' })
  await executePage(
    'install.md',
    { server },
    {
      filter: (step) => step.section !== 'The five commands' && !isRemoval(step),
      adapt: (commands) => commands.replaceAll(example.response, response),
    },
  )
  requireThat(await hasResponse(call, response), 'the deleted response is there again')
}

const executeMonitoring = async (server: Machine): Promise<void> => {
  await executePage('monitoring.md', { server })
  const query = `http://${server.address}:9090/api/v1/query?query=${encodeURIComponent('sum(up{job=~"baseline.*"})')}`
  let up = ''
  for (let second = 0; second < 60 && up !== '4'; second++) {
    const answer = await fetch(query).then(
      (response) => response.text(),
      () => '',
    )
    up = /"value":\[[\d.]+,"(\d+)"\]/.exec(answer)?.[1] ?? ''
    await sleep(1_000)
  }
  requireThat(up === '4', `Prometheus reaches ${up} of 4 processes`)
}

const executeRunbooks = async (server: Machine): Promise<void> => {
  print('runbooks of monitoring.md')
  for (const command of await readInlineCommands('monitoring.md', '## Runbooks')) {
    // Jobs have no fixed number, and a mail goes to the operator.
    if (command.endsWith(' ID')) continue
    await execute(
      server,
      command.replace('YOUR-ADDRESS', 'ana@ministry.example').replace('FORM', 'household_baseline'),
    )
  }
}

const executeSecurity = async (server: Machine): Promise<void> => {
  requireThat(await isReachable(server.address, 9090), 'without a firewall, Prometheus is reachable')
  await executePage('host-security.md', { server })
  requireThat(!(await isReachable(server.address, 9090)), 'with it, Prometheus is not reachable')
  requireThat(await isReachable(server.address, 443), 'and nginx is')
}

/** Waits until the archive has a change of the database that is newer than this time. */
const waitUntilArchived = async (machine: Machine, time: Date): Promise<void> => {
  await sleep(3_000)
  const query = (statement: string) => machine.run(`runuser -u postgres -- psql -XAtc "${statement}"`)
  await query('select pg_switch_wal()')
  const isArchived = `select coalesce(last_archived_time > '${time.toISOString()}', false) from pg_stat_archiver`
  while ((await query(isArchived)) !== 't') await sleep(500)
}

/** Loses the server, and returns the one that replaces it. */
const executeBackup = async (scene: Scene): Promise<Machine> => {
  const { server } = scene
  const before = await addResponse(await signIn(scene, server.address))
  const newServer = await scene.startNewServer()
  const machines = { server, 'new-server': newServer }
  let timeline = ''
  const later = { time: '', response: '' }
  let isLost = false
  await executePage('backup.md', machines, {
    adapt: async (commands) => {
      if (commands.includes('--verify --at')) {
        const time = new Date()
        await waitUntilArchived(server, time)
        return commands.replace(example.time, time.toISOString())
      }
      if (commands.includes('--at latest') && !isLost) {
        isLost = true
        await server.run('baseline backup')
        await server.kill()
        for (const path of ['etc/baseline', 'mnt/backup'])
          await promisify(execFile)('cp', ['-aT', join(server.root, path), join(newServer.root, path)])
      }
      if (commands.includes(example.time)) {
        const call = await signIn(scene, newServer.address)
        requireThat(await hasResponse(call, before), 'the new server has the response of the lost one')
        const time = new Date().toISOString()
        await sleep(2_000)
        later.response = await addResponse(call)
        await sleep(1_000)
        later.time = new Date().toISOString()
        await sleep(1_000)
        timeline = await newServer.run(
          `runuser -u postgres -- psql -XAtc "select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int"`,
        )
        return commands.replace(example.time, time)
      }
      if (commands.includes(example.laterTime)) {
        const call = await signIn(scene, newServer.address)
        requireThat(!(await hasResponse(call, later.response)), 'the later response is not there')
        return commands
          .replace(example.laterTime, later.time)
          .replace(example.timeline, `--timeline ${timeline}`)
      }
      return commands
    },
  })
  const call = await signIn(scene, newServer.address)
  requireThat(await hasResponse(call, later.response), 'the later response is there again')
  return newServer
}

export const executePages = async (scene: Scene): Promise<void> => {
  await executeInstallation(scene)
  const server = await executeBackup(scene)
  await executePage('questionnaires.md', { server })
  await executeMonitoring(server)
  await executeSecurity(server)
  await executeRunbooks(server)
  await executePage('install.md', { server }, { filter: isRemoval })
  const { code } = await server.try('test -e /usr/bin/baseline -o -e /etc/baseline')
  requireThat(code === 1, 'after the removal, no program and no configuration is left')
}
