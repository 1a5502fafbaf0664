/**
 * Installs the product on a Debian server without a network, by the commands of docs/operations, and signs in before
 * and after a reboot: `npm run install-room` with the package, `-- --image` with containers. Prints the seconds and
 * the number of commands. Exits with 1 above 600 seconds or five commands. `-- --small`, for CI, is skipped on a
 * machine that cannot start servers.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { acceptInvitation, signInAndFind } from '../e2e/src/installed-product.ts'
import { createAuthority } from './rooms/authority.ts'
import { openImageRoom, startImageServer } from './rooms/install-image.ts'
import { openPackageRoom, startPackageServer } from './rooms/install-package.ts'
import { host, manager, url } from './rooms/room.ts'
import { findLink, hostAddress } from './rooms/server.ts'
import { requireServers, openBridge } from './stack/machine.ts'
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

const prepareOrganisation = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-install-room-'))
  stops.push(() => rm(folder, { recursive: true, force: true }))
  const authority = createAuthority(folder)
  await openBridge()
  const mail = await startMailCatcher({ tls: { host: hostAddress, ...authority.issue(hostAddress) } })
  stops.push(mail.stop)
  return { authority, certificate: authority.issue(host), mail }
}

const run = async (withImage: boolean): Promise<boolean> => {
  const files = await measure('build', () => buildPackages(withImage))
  const organisation = await prepareOrganisation()
  const machine = await measure('start the server', withImage ? startImageServer : startPackageServer)
  stops.push(machine.remove)
  const { commands, inspect } = await (withImage
    ? openImageRoom(
        machine,
        { image: requireFile(files, '_oci.tar'), compose: requireFile(files, 'compose.yaml') },
        organisation,
      )
    : openPackageRoom(machine, requireFile(files, '.deb'), organisation))
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
  return commands.length <= maxCommands && seconds <= maxSeconds && isAsItShouldBe
}

await requireServers()
try {
  process.exitCode = (await run(process.argv.includes('--image'))) ? 0 : 1
} finally {
  for (const stop of stops.toReversed()) await stop()
}
