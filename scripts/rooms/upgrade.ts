/**
 * Upgrades a server from the previous release to this checkout and back, by the commands of docs/operations/upgrade.md,
 * while users call it:
 *   npm run upgrade-room        50 calls per second
 *   npm run upgrade-room -- --small   with shorter pauses
 * Fails if a call fails, or if a write is lost or stored twice. Needs what scripts/stack/machine.ts needs.
 */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { endBecauseOf, requireServers } from '../stack/machine.ts'
import { root } from '../stack/stack.ts'
import { percentile, startLoad } from './load.ts'
import { readPage } from './read-page.ts'
import { confirmInstallations } from './room.ts'
import { installServer } from './server.ts'
import type { InstalledServer } from './server.ts'

const execute = async (cwd: string, program: string, ...args: string[]): Promise<string> =>
  (await promisify(execFile)(program, args, { cwd, maxBuffer: 64_000_000 })).stdout.trim()

/** Builds the package of a checkout, and returns its path. */
const buildPackage = async (checkout: string): Promise<string> => {
  const printed = await execute(checkout, process.execPath, 'scripts/package.ts', '--no-image')
  const deb = /^\S+\.deb(?= )/m.exec(printed)?.[0]
  if (!deb) throw new Error(`no package was built: ${printed}`)
  return join(checkout, deb)
}

/** Checks out the commit of the last release in a new folder, with its modules. */
const checkOutRelease = async (folder: string): Promise<void> => {
  const commit = await execute(root, 'git', 'log', '-1', '--format=%H', '--grep=^release: [0-9]')
  if (!commit) endBecauseOf('the history of this checkout has no release')
  await execute(root, 'git', 'worktree', 'add', '--detach', folder, commit)
  const [lock, ownLock] = await Promise.all(
    [folder, root].map((checkout) => readFile(join(checkout, 'package-lock.json'), 'utf8')),
  )
  const modulesOf = (text: string | undefined) =>
    text?.replaceAll(/"version": "[^"]*",\n +"license": "UNL.*/g, '')
  if (modulesOf(lock) !== modulesOf(ownLock)) await execute(folder, 'npm', 'ci')
  else
    for (const name of ['.', 'api', 'contract', 'identity', 'tabular', 'web', 'e2e']) {
      const modules = join(name, 'node_modules')
      if (existsSync(join(root, modules)))
        await cp(join(root, modules), join(folder, modules), { recursive: true, verbatimSymlinks: true })
    }
}

const measure = async (server: InstalledServer, debs: { from: string; to: string }, pauseMs: number) => {
  const { machine } = server
  const load = startLoad({ ...server, callsPerSecond: 50, repeatForMs: 0 })
  const steps: string[] = []
  const pages = await readPage('upgrade.md')
  /** Executes the commands of a section of the page. */
  const executeSection = async (section: string) => {
    const startedAt = Date.now()
    for (const step of pages.filter((one) => one.section === section))
      await machine.run(`set -e; cd /root\n${step.commands}`)
    const seconds = ((Date.now() - startedAt) / 1000).toFixed(0)
    steps.push(`${section}: ${seconds} s, then ${await machine.run('baseline version')}`)
    await sleep(pauseMs)
  }
  await confirmInstallations(machine)
  // The names that the page gives to the packages.
  await machine.put(debs.from, 'root/baseline-survey_0.1.0_amd64.deb')
  await machine.put(debs.to, 'root/baseline-survey_0.2.0_amd64.deb')
  await sleep(pauseMs)
  for (const section of ['Upgrade', 'Roll back', 'Upgrade']) await executeSection(section)
  const result = await load.stop()
  const stored = await machine.run(
    `cd / && runuser -u postgres -- psql -d baseline -Atc "select household_name from app.survey_responses where household_name like 'load %'"`,
  )
  return { ...result, steps, stored: stored.split('\n').filter(Boolean) }
}

const isSmall = process.argv.includes('--small')
await requireServers()
const folder = await mkdtemp(join(tmpdir(), 'baseline-release-'))
try {
  const release = join(folder, 'checkout')
  await checkOutRelease(release)
  const debs = { from: await buildPackage(release), to: await buildPackage(root) }
  console.log(`from ${basename(debs.from)} to ${basename(debs.to)}`)
  const server = await installServer(debs.from, 81, release)
  try {
    const { calls, failures, acknowledged, times, stored, steps } = await measure(
      server,
      debs,
      isSmall ? 3_000 : 30_000,
    )
    const lost = acknowledged.filter((mark) => !stored.includes(mark)).length
    const doubled = stored.length - new Set(stored).size
    for (const line of steps) console.log(line)
    console.log(
      `${String(calls)} calls, ${String(failures.length)} failed; ` +
        `${String(acknowledged.length)} writes acknowledged, ${String(lost)} lost, ${String(doubled)} stored twice; ` +
        `median ${percentile(times, 0.5).toFixed(0)} ms, 99 % below ${percentile(times, 0.99).toFixed(0)} ms, ` +
        `slowest ${percentile(times, 1).toFixed(0)} ms`,
    )
    for (const failure of failures.slice(0, 20)) console.log(JSON.stringify(failure))
    process.exitCode = failures.length + lost + doubled === 0 && acknowledged.length > 0 ? 0 : 1
  } finally {
    await server.remove()
  }
} finally {
  await execute(root, 'git', 'worktree', 'remove', '--force', join(folder, 'checkout')).catch(() => undefined)
  await rm(folder, { recursive: true, force: true })
}
