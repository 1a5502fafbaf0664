/** A server on which the product is installed from its package, as an operator does. */
import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { prepareDebian, startMachine } from '../stack/machine.ts'
import type { Machine } from '../stack/machine.ts'
import { startMailCatcher } from '../stack/mail-catcher.ts'
import { root } from '../stack/stack.ts'
import { createAuthority } from './authority.ts'
import { openSession, sendCall } from './call.ts'

export interface InstalledServer {
  machine: Machine
  url: string
  authority: string
  /** Cookie of the manager's session. */
  cookie: string
  /** Invites another manager, and returns the cookie of their session. */
  addManager: (email: string) => Promise<string>
  surveyId: string
  remove: () => Promise<void>
}

const packages = ['postgresql', 'nginx', 'readstat', 'pgbackrest', 'restic'] as const
/** Address of this machine in the network of the servers. */
export const hostAddress = '10.79.0.1'
const mailHost = 'mail.ministry.example'

/** Waits for a mail to an address, and returns the link in it. */
export const findLink = async (
  mails: readonly { to: string; text: string }[],
  address: string,
): Promise<string> => {
  const deadline = Date.now() + 60_000
  for (;;) {
    const link = /https:\/\/\S+/.exec(mails.find(({ to }) => to === address)?.text ?? '')?.[0]
    if (link) return link
    if (Date.now() > deadline) throw new Error(`no mail to ${address} arrived`)
    await sleep(200)
  }
}

/** Returns the package of Debian; builds it if it is missing. */
export const findPackage = async (): Promise<string> => {
  const folder = join(root, '.data/packages')
  const find = async () => (await readdir(folder).catch(() => [])).find((file) => file.endsWith('.deb'))
  if (!(await find()))
    await promisify(execFile)(process.execPath, [join(root, 'scripts/package.ts'), '--no-image'])
  return join(folder, (await find()) ?? '')
}

const password = 'seven lagoons near the mill'

/** Follows the link of the invitation, and signs in. Returns the cookie of the session. */
export const acceptInvitation = async (
  target: { url: string; authority: string },
  email: string,
  link: string,
): Promise<string> => {
  const post = async (path: string, body: object) => {
    const answer = await sendCall(target, path, { method: 'POST', headers: { origin: target.url }, body })
    if (answer.status !== 200) throw new Error(`${path}: ${JSON.stringify(answer.body)}`)
    return answer
  }
  const token = new URL(link).searchParams.get('token')
  await post('/identity/reset-password', { token, newPassword: password })
  const { cookies } = await post('/identity/sign-in/email', { email, password })
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}

/** Starts a Debian server and installs the package, without setting it up. */
export const startServer = async (deb: string, index: number): Promise<Machine> => {
  const machine = await startMachine(await prepareDebian({ packages }), index)
  try {
    await machine.put(deb, `root/${basename(deb)}`)
    await machine.run('pg_lsclusters -h | grep -q . || pg_createcluster 17 main --start')
    await machine.run(`apt-get install -qq -y /root/${basename(deb)}`)
    return machine
  } catch (error) {
    await machine.remove()
    throw error
  }
}

/**
 * Starts a Debian server and installs the package, the questionnaire of the demo, and a manager. `checkout` is the
 * source of the package: an older release may not know all columns of a newer questionnaire.
 */
export const installServer = async (
  deb: string,
  index: number,
  checkout = root,
): Promise<InstalledServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-room-'))
  const machine = await startServer(deb, index)
  const organisation = createAuthority(folder)
  const { certificateFile, keyFile } = organisation.issue(machine.address)
  const mail = await startMailCatcher({ tls: { host: hostAddress, ...organisation.issue(mailHost) } })
  const remove = async () => {
    await mail.stop()
    await machine.remove()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await machine.put(organisation.file, 'usr/local/share/ca-certificates/ministry.crt')
    await machine.put(certificateFile, 'etc/ssl/server.crt')
    await machine.put(keyFile, 'etc/ssl/server.key')
    await machine.run('cat >> /etc/hosts', `${hostAddress} ${mailHost}\n`)
    await machine.put(join(checkout, 'demo/household.xlsx'), 'root/household.xlsx')
    await machine.run('update-ca-certificates')
    const url = `https://${machine.address}`
    await machine.run(
      `baseline setup --url ${url} --smtp smtps://${mailHost}:${String(mail.smtpPort)} --mail-from 'Survey <survey@ministry.example>' ` +
        `--certificate /etc/ssl/server.crt --key /etc/ssl/server.key`,
    )
    await machine.run('baseline survey load /root/household.xlsx --status open')
    const authority = await readFile(organisation.file, 'utf8')
    const target = { url, authority }
    const addManager = async (email: string) => {
      await machine.run(`baseline user invite ${email} manager`)
      return acceptInvitation(target, email, await findLink(mail.mails, email))
    }
    const cookie = await addManager('manager@ministry.example')
    const call = openSession(target, cookie)
    const { rows } = await call<{ rows: { id: string }[] }>('/api/survey-list?limit=10&offset=0')
    const [survey] = rows
    if (!survey) throw new Error('the questionnaire is not listed')
    return { machine, url, authority, cookie, addManager, surveyId: survey.id, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
