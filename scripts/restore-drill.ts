/**
 * Rehearses the loss of a server: `npm run restore-drill`, with fewer responses `-- --small`. Interviews arrive while a
 * backup is taken, 950 responses are deleted, a household is erased, and the server is killed. Another server restores
 * the state before the deletion. Damaged backups must be refused. Prints its figures, and exits with 1 if one is wrong.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inspect, promisify } from 'node:util'

import type { Acknowledged, Listing } from './restore-drill/client.ts'
import { compare } from './restore-drill/compare.ts'
import type { History } from './restore-drill/compare.ts'
import { damages } from './restore-drill/damage.ts'
import { runClient, startClient } from './restore-drill/run-client.ts'
import { print, requireThat, timed } from './rooms/report.ts'
import { findPackage, installServer, startServer } from './rooms/server.ts'
import type { InstalledServer } from './rooms/server.ts'
import { requireServers } from './stack/machine.ts'
import type { Machine } from './stack/machine.ts'

const isSmall = process.argv.includes('--small')
const seededResponses = isSmall ? 8_000 : 100_000
const deletedResponses = 950
const loadSeconds = isSmall ? 8 : 60
const firstIndex = 20

const execute = async (program: string, ...args: string[]): Promise<void> => {
  await promisify(execFile)(program, args, { maxBuffer: 64_000_000 })
}

const waitUntilArchived = async (machine: Machine, time: number): Promise<void> => {
  const statement = `select coalesce(last_archived_time > to_timestamp(${String(time / 1000)}), false) from pg_stat_archiver`
  while ((await machine.run(`runuser -u postgres -- psql -XAtc "${statement}"`)) !== 't') await sleep(1_000)
}

/** Returns the time in a UUID of version 7. */
const timeOf = (id: string): number => Number.parseInt(id.replace('-', '').slice(0, 12), 16)

/** Works with a server until it is lost. */
const live = async ({ machine, cookie }: InstalledServer): Promise<History> => {
  await timed(`${String(seededResponses)} responses`, () =>
    runClient(machine, 'seed', { cookie, responses: seededResponses }),
  )
  await timed('baseline backup enable', () => machine.run('baseline backup enable'))

  print('interviews arrive, some with a photo')
  const acknowledged: Acknowledged[] = []
  const load = await startClient(
    machine,
    'load',
    { cookie },
    (line) => acknowledged.push(line as Acknowledged), // printed by client.ts
  )
  let isStopped = false
  void load.ended.then((errors) => {
    if (!isStopped) requireThat(false, `the interviews ended: ${errors}`)
  })
  await sleep(loadSeconds * 1000)
  const countBefore = acknowledged.length
  await timed('baseline backup, under load', () => machine.run('baseline backup'))
  const during = acknowledged.length - countBefore
  requireThat(during > 0, `${String(during)} interviews arrived during the backup`)
  await sleep(loadSeconds * 1000)

  const target = Date.now()
  await sleep(2_000)
  const { submitted } = (await runClient(machine, 'list', { cookie })) as Listing
  const earlier = acknowledged.filter(({ at }) => at <= target)
  const withPhotos = earlier.filter(({ hasPhoto }) => hasPhoto).map(({ id }) => id)
  const erased = withPhotos.pop() ?? ''
  const candidates = new Set([
    ...withPhotos,
    ...submitted.filter((id) => id !== erased && timeOf(id) < target - 1_000),
  ])
  const deleted = [...candidates].slice(0, deletedResponses)
  await timed(`${String(deleted.length)} responses deleted`, () =>
    runClient(machine, 'delete', { cookie, ids: deleted }),
  )
  await timed('a household erased', () =>
    machine.run(`baseline data-protection erase --responses ${erased} --reason 'Request of the household'`),
  )
  const erasedAt = Date.now()
  await timed('baseline backup --files', () => machine.run('baseline backup --files'))
  await timed('until the log is archived', () => waitUntilArchived(machine, erasedAt))
  const { responses: remaining } = (await runClient(machine, 'list', { cookie })) as Listing
  const gone = new Set([...deleted, erased])
  requireThat(!remaining.some((id) => gone.has(id)), 'deleted and erased on the first server')
  isStopped = true
  await load.stop()
  await machine.kill()
  print(`the server is killed; it had acknowledged ${String(acknowledged.length)} interviews`)
  return { acknowledged, target, deleted, erased }
}

const backups = 'var/lib/baseline-backup'

/** Copies the backups of the lost server to a spare one, as from an off-site copy or from its disk. */
const copyBackups = async (lost: Machine, spare: Machine): Promise<void> => {
  await execute('rm', '-rf', join(spare.root, backups))
  await execute('cp', '-a', join(lost.root, backups), join(spare.root, backups))
}

/** Each damage must be found by the check, and by a restore before it changes anything. */
const refuseDamage = async (lost: Machine, spare: Machine, time: string): Promise<void> => {
  for (const { name, apply } of damages) {
    await copyBackups(lost, spare)
    print(`${name}: ${await apply(join(spare.root, backups))}`)
    for (const command of ['--verify', ...(isSmall ? [] : ['--at latest']), `--at ${time}`]) {
      const { code, output } = await spare.try(`baseline restore ${command}`)
      requireThat(
        code === 1,
        `restore ${command}: exit code ${String(code)}, ${output.split('\n').at(-1) ?? ''}`,
      )
    }
  }
  const databases = await spare.run(`runuser -u postgres -- psql -XAtc 'select datname from pg_database'`)
  requireThat(!/^baseline$/m.test(databases), 'the refused restores have not changed the server')
}

/** Gives the spare server the certificate, the address and the configuration of the lost one. */
const replaceServer = async (lost: Machine, spare: Machine): Promise<void> => {
  const authority = 'usr/local/share/ca-certificates/ministry.crt'
  for (const path of ['etc/baseline', 'etc/hosts', 'etc/ssl/server.crt', 'etc/ssl/server.key', authority])
    await execute('cp', '-aT', join(lost.root, path), join(spare.root, path))
  await spare.run('update-ca-certificates')
  await execute('ip', '-n', lost.name, 'address', 'delete', `${lost.address}/24`, 'dev', 'host0')
  await execute('ip', '-n', spare.name, 'address', 'add', `${lost.address}/24`, 'dev', 'host0')
}

const cleanUps: (() => Promise<void>)[] = []
const drill = async (): Promise<void> => {
  const deb = await timed('package', findPackage)
  print('a server with the product')
  const installed = await timed('installation', () => installServer(deb, firstIndex))
  cleanUps.push(installed.remove)
  const lost = installed.machine
  const history = await live(installed)
  const time = new Date(history.target).toISOString()

  print('another server')
  const spare = await timed('installation', () => startServer(deb, firstIndex + 1))
  cleanUps.push(spare.remove)
  await replaceServer(lost, spare)
  await refuseDamage(lost, spare, time)

  print(`the undamaged backup, restored to ${time}`)
  await copyBackups(lost, spare)
  const verified = await timed('baseline restore --verify', () => spare.try('baseline restore --verify'))
  requireThat(verified.code === 0, `verified\n${verified.output}`)
  const restored = await timed('baseline restore', () => spare.try(`baseline restore --at ${time}`))
  requireThat(restored.code === 0, `restored\n${restored.output}`)
  await timed('baseline setup', () =>
    spare.run('baseline setup --certificate /etc/ssl/server.crt --key /etc/ssl/server.key'),
  )
  const doctor = await spare.try('baseline doctor')
  requireThat(doctor.code === 0, `baseline doctor: exit code ${String(doctor.code)}\n${doctor.output}`)
  await compare({ lost, spare, cookie: installed.cookie, history })
}

await requireServers()
try {
  await drill()
} catch (error) {
  requireThat(false, inspect(error))
} finally {
  for (const cleanUp of cleanUps) await cleanUp()
}
print(process.exitCode ? 'FAILED' : 'passed')
process.exit()
