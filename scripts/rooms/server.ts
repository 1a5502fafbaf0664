/** A server on which the product is installed from its package, as an operator does. */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

import { prepareDebian, startMachine } from '../stack/machine.ts'
import type { Machine } from '../stack/machine.ts'
import { startProcess } from '../stack/processes.ts'
import { root } from '../stack/stack.ts'
import { sendCall } from './load.ts'

export interface InstalledServer {
  machine: Machine
  url: string
  authority: string
  /** Cookie of the manager's session. */
  cookie: string
  surveyId: string
  remove: () => Promise<void>
}

/** Creates a certificate authority, and a certificate of it for an address. */
export const createCertificate = async (folder: string, address: string): Promise<void> => {
  const openssl = (command: string) => promisify(execFile)('openssl', command.split(' '), { cwd: folder })
  await openssl(
    'req -x509 -newkey rsa:3072 -nodes -days 90 -subj /CN=Authority -keyout authority.key -out authority.crt',
  )
  await openssl(`req -newkey rsa:3072 -nodes -subj /CN=${address} -keyout server.key -out server.csr`)
  await writeFile(join(folder, 'server.ext'), `subjectAltName=IP:${address}\nextendedKeyUsage=serverAuth\n`)
  await openssl(
    'x509 -req -in server.csr -CA authority.crt -CAkey authority.key -days 60 -extfile server.ext -out server.crt',
  )
}

const packages = ['postgresql', 'nginx', 'readstat', 'pgbackrest', 'restic'] as const

/** Starts a mail server on the loopback address of a machine, and returns the mails that it has received. */
const startMail = (machine: Machine) => {
  const mails: { to: string; text: string }[] = []
  const { stop } = startProcess(
    'ip',
    ['netns', 'exec', machine.name, process.execPath, 'scripts/rooms/print-mails.ts'],
    {
      cwd: root,
      env: { PATH: process.env['PATH'] },
      onLine: (line) => mails.push(JSON.parse(line) as (typeof mails)[number]), // as print-mails.ts prints them
    },
  )
  const findLink = async (address: string): Promise<string> => {
    const deadline = Date.now() + 60_000
    for (;;) {
      const text = mails.find(({ to }) => to === address)?.text
      const link = text === undefined ? undefined : /https:\/\/\S+/.exec(text)?.[0]
      if (link) return link
      if (Date.now() > deadline) throw new Error(`no mail to ${address} arrived`)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
  }
  return { findLink, stop }
}

const password = 'seven lagoons near the mill'

/** Follows the link of the invitation, and signs in. Returns the cookie of the session. */
const acceptInvitation = async (
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

/** Starts a Debian server and installs the package, the questionnaire of the demo, and a manager. */
export const installServer = async (deb: string, index: number): Promise<InstalledServer> => {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-room-'))
  const machine = await startMachine(await prepareDebian({ packages }), index)
  const mail = startMail(machine)
  const remove = async () => {
    await mail.stop()
    await machine.remove()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await createCertificate(folder, machine.address)
    await machine.put(join(folder, 'authority.crt'), 'usr/local/share/ca-certificates/authority.crt')
    for (const name of ['server.crt', 'server.key']) await machine.put(join(folder, name), `etc/ssl/${name}`)
    await machine.put(join(root, 'demo/household.xlsx'), 'root/household.xlsx')
    await machine.put(deb, `root/${basename(deb)}`)
    await machine.run(
      'update-ca-certificates; pg_lsclusters -h | grep -q . || pg_createcluster 17 main --start',
    )
    const url = `https://${machine.address}`
    const email = 'manager@ministry.example'
    await machine.run(`apt-get install -qq -y /root/${basename(deb)}`)
    await machine.run(
      `baseline setup --url ${url} --smtp smtp://127.0.0.1:2525 --mail-from 'Survey <survey@ministry.example>' ` +
        `--certificate /etc/ssl/server.crt --key /etc/ssl/server.key`,
    )
    await machine.run(`baseline user invite ${email} manager`)
    await machine.run('baseline survey load /root/household.xlsx --status open')
    const authority = await readFile(join(folder, 'authority.crt'), 'utf8')
    const target = { url, authority }
    const cookie = await acceptInvitation(target, email, await mail.findLink(email))
    const token = await sendCall(target, '/identity/token', { headers: { cookie } })
    const surveys = await sendCall(target, '/api/survey-list?limit=10&offset=0', {
      headers: { authorization: `Bearer ${(token.body as { token: string }).token}` }, // as documented
    })
    const [survey] = (surveys.body as { rows: { id: string }[] }).rows // as the contract says
    if (!survey) throw new Error('the questionnaire is not listed')
    return { machine, url, authority, cookie, surveyId: survey.id, remove }
  } catch (error) {
    await remove()
    throw error
  }
}
