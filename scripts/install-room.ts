/**
 * Installs the product on a Debian server without a network, by the commands of docs/operations, and signs in before
 * and after a reboot:
 *   npm run install-room              with the package
 *   npm run install-room -- --pages   with the package; then executes the other commands of the pages
 *   npm run install-room -- --image   with containers
 * Prints the seconds and the number of commands. Exits with 1 above 600 seconds or five commands, or if a command
 * fails. With `--small`, as in CI, it is skipped on a machine that cannot start servers.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { acceptInvitation, signInAndFind } from '../e2e/src/installed-product.ts'
import { createAuthority } from './rooms/authority.ts'
import { openImageRoom, startImageServer } from './rooms/install-image.ts'
import { openPackageRoom, preparePackageServer, startPackageServer } from './rooms/install-package.ts'
import { executePages } from './rooms/pages.ts'
import { host, mailHost, mailLogin, manager, url } from './rooms/room.ts'
import type { Organisation } from './rooms/room.ts'
import { findLink, hostAddress } from './rooms/server.ts'
import { requireServers, openBridge } from './stack/machine.ts'
import type { Machine } from './stack/machine.ts'
import { startMailCatcher } from './stack/mail-catcher.ts'
import { root } from './stack/stack.ts'

const maxSeconds = 600
const maxCommands = 5
const questionnaire = 'Household baseline'

const stops: (() => Promise<unknown>)[] = []

const measure = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
  const startedAt = performance.now()
  const result = await work()
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s  ${name}`)
  return result
}

/** Builds the packages and returns their paths. */
const buildPackages = async (withImage: boolean): Promise<string[]> => {
  const args = [join(root, 'scripts/package.ts'), ...(withImage ? [] : ['--no-image'])]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  console.log(stdout.trim())
  return stdout
    .trim()
    .split('\n')
    .map((line) => join(root, line.split('  ')[0] ?? ''))
}

const requireFile = (files: readonly string[], ending: string): string => {
  const file = files.find((name) => name.endsWith(ending))
  if (!file) throw new Error(`no file was built that ends with ${ending}`)
  return file
}

const prepareOrganisation = async (): Promise<Organisation> => {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-install-room-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  const authority = createAuthority(folder)
  await openBridge()
  const tls = { host: hostAddress, ...authority.issue(mailHost) }
  const mail = await startMailCatcher({ smtp: 465, tls, login: mailLogin })
  stops.push(mail.stop)
  return { authority, certificate: authority.issue(host), mail }
}

const startServer = async (index: number, deb: string, organisation: Organisation): Promise<Machine> => {
  const machine = await startPackageServer(index)
  stops.push(machine.remove)
  await preparePackageServer(machine, deb, organisation)
  return machine
}

const install = async (withImage: boolean): Promise<boolean> => {
  const files = await measure('build', () => buildPackages(withImage))
  const organisation = await prepareOrganisation()
  const deb = requireFile(files, '.deb')
  const machine = await measure('start the server', () =>
    withImage ? startImageServer() : startServer(1, deb, organisation),
  )
  if (withImage) stops.push(machine.remove)
  const { commands, inspect } = await (withImage
    ? openImageRoom(
        machine,
        { image: requireFile(files, '_oci.tar'), compose: requireFile(files, 'compose.yaml') },
        organisation,
      )
    : openPackageRoom(machine))
  const { publicKeyHash } = organisation.certificate
  const product = { url, address: machine.address, publicKeyHash }

  const startedAt = performance.now()
  for (const command of commands) await measure(command, () => machine.run(command))
  await measure('invitation, password, sign-in', async () => {
    const link = await findLink(organisation.mail.mails, manager.email)
    await acceptInvitation(product, link, manager.password)
    await signInAndFind(product, manager, questionnaire)
  })
  await measure('reboot, sign-in', async () => {
    await machine.reboot()
    await signInAndFind(product, manager, questionnaire)
  })
  const seconds = (performance.now() - startedAt) / 1000
  const isAsItShouldBe = await inspect()
  console.log(`${String(commands.length)} commands, ${seconds.toFixed(0)} seconds`)
  if (process.argv.includes('--pages'))
    await executePages({
      server: machine,
      startNewServer: () => startServer(2, deb, organisation),
      url,
      authority: await readFile(organisation.authority.file, 'utf8'),
      manager,
    })
  return commands.length <= maxCommands && seconds <= maxSeconds && isAsItShouldBe
}

await requireServers()
try {
  if (!(await install(process.argv.includes('--image')))) process.exitCode = 1
} finally {
  for (const stop of stops.toReversed()) await stop()
}
