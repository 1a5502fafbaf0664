/**
 * Installs the package on a Debian server without a network, by the commands of docs/operations/install.md, and
 * signs in before and after a reboot: `npm run install-room`. Prints the seconds and the number of commands. Exits
 * with 1 above 600 seconds or five commands.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { acceptInvitation, signInAndFind } from '../e2e/src/installed-product.ts'
import { createAuthority } from './rooms/authority.ts'
import { prepareDebian, startMachine } from './stack/machine.ts'
import type { Machine } from './stack/machine.ts'
import { startMailCatcher } from './stack/mail-catcher.ts'

const root = join(import.meta.dirname, '..')
const host = 'survey.ministry.example'
const url = `https://${host}`
const mailHost = 'mail.ministry.example'
const user = { email: 'ana@ministry.example', password: 'correct horse battery staple' }
/** Address of this machine in the network of the servers. */
const hostAddress = '10.79.0.1'
const maxSeconds = 600
const maxCommands = 5
const maxExposure = 3
/** What the package needs and recommends. */
const downloads = ['readstat', 'postgresql', 'nginx', 'pgbackrest', 'restic']

const folder = await mkdtemp(join(tmpdir(), 'baseline-install-room-'))
const stops: (() => Promise<void>)[] = [() => rm(folder, { recursive: true, force: true })]

/** Prepares what an organisation has before the installation: names, certificates, a mail server, a server. */
const prepareOrganisation = async () => {
  const authority = createAuthority(folder)
  const certificate = authority.issue(host)
  const machine = await startMachine(await prepareDebian({ downloads }), 1)
  stops.push(machine.remove)
  const { cert, key } = authority.issue(mailHost)
  const mail = await startMailCatcher({ tls: { host: hostAddress, cert, key } })
  stops.push(mail.stop)
  await machine.put(authority.file, '/usr/local/share/ca-certificates/ministry.crt')
  await machine.run('update-ca-certificates')
  await machine.put(certificate.certificateFile, '/etc/ssl/survey.crt')
  await machine.put(certificate.keyFile, '/etc/ssl/survey.key')
  await machine.run('cat >> /etc/hosts', `127.0.0.1 ${host}\n${hostAddress} ${mailHost}\n`)
  await machine.put(join(root, 'demo/household.xlsx'), '/root/household.xlsx')
  return {
    machine,
    mail,
    product: { url, address: machine.address, publicKeyHash: certificate.publicKeyHash },
  }
}

const seconds = (since: number): string => ((performance.now() - since) / 1000).toFixed(1).padStart(6)

/** Prints how exposed each running service is, and returns the highest value. */
const measureExposure = async (machine: Machine): Promise<number> => {
  const units = await machine.run(
    `systemctl list-units --plain --no-legend 'baseline-*.service' | cut -d' ' -f1`,
  )
  const values: number[] = []
  for (const unit of units.split('\n')) {
    const output = await machine.run(`systemd-analyze security --no-pager ${unit} | tail -1`)
    const value = Number(/: ([\d.]+) /.exec(output)?.[1])
    console.log(`exposure ${value.toFixed(1)}  ${unit}`)
    values.push(value)
  }
  return Math.max(...values)
}

const waitForInvitation = async (mails: readonly { to: string; text: string }[]): Promise<string> => {
  for (let tries = 0; tries < 300; tries += 1) {
    const link = /https:\/\/\S+/.exec(mails.find(({ to }) => to === user.email)?.text ?? '')?.[0]
    if (link) return link
    await sleep(200)
  }
  throw new Error('no invitation arrived within 60 s')
}

const run = async (): Promise<boolean> => {
  console.log(
    (
      await promisify(execFile)(process.execPath, [join(root, 'scripts/package.ts'), '--no-image'])
    ).stdout.trim(),
  )
  const { stdout } = await promisify(execFile)('sh', ['-c', `ls -t ${root}/.data/packages/*.deb | head -1`])
  const deb = stdout.trim()
  const { machine, mail, product } = await prepareOrganisation()
  await machine.put(deb, `/root/${basename(deb)}`)

  const commands = [
    `apt-get install -y /root/${basename(deb)}`,
    [
      `baseline setup --url ${url} --smtp smtps://${mailHost}:${String(mail.smtpPort)}`,
      `--mail-from 'Survey <survey@ministry.example>' --certificate /etc/ssl/survey.crt --key /etc/ssl/survey.key`,
    ].join(' '),
    'baseline doctor',
    `baseline user invite ${user.email} manager`,
    'baseline survey load /root/household.xlsx --status open',
  ]
  const startedAt = performance.now()
  for (const command of commands) {
    const commandAt = performance.now()
    await machine.run(command)
    console.log(`${seconds(commandAt)} s  ${command}`)
  }
  const signInAt = performance.now()
  await acceptInvitation(product, await waitForInvitation(mail.mails), user.password)
  await signInAndFind(product, user, 'Household baseline')
  console.log(`${seconds(signInAt)} s  invitation, password, sign-in`)
  const rebootAt = performance.now()
  await machine.reboot()
  await signInAndFind(product, user, 'Household baseline')
  console.log(`${seconds(rebootAt)} s  reboot, sign-in`)
  const total = (performance.now() - startedAt) / 1000
  const failed = await machine.run('systemctl --failed --plain --no-legend')
  if (failed) console.log(`failed units:\n${failed}`)
  const exposure = await measureExposure(machine)
  console.log(`${String(commands.length)} commands, ${total.toFixed(0)} seconds`)
  return commands.length <= maxCommands && total <= maxSeconds && exposure <= maxExposure && !failed
}

try {
  process.exitCode = (await run()) ? 0 : 1
} finally {
  for (const stop of stops.toReversed()) await stop()
}
