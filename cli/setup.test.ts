import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { createAuthority } from '../scripts/rooms/authority.ts'
import { verifyCertificate } from './setup/certificate.ts'
import { planSettings } from './setup/settings.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'baseline-setup-'))
  process.env['BASELINE_CONFIG'] = folder
})
afterEach(async () => {
  delete process.env['BASELINE_CONFIG']
  await rm(folder, { recursive: true, force: true })
})

const options = {
  url: 'https://survey.ministry.example/',
  smtp: 'smtps://mail.ministry.example',
  mailFrom: 'Survey <survey@ministry.example>',
  timeZone: undefined,
  database: undefined,
  hasOwnDatabase: false,
}
const unset = { ...options, url: undefined, smtp: undefined, mailFrom: undefined }
const readSetting = (file: string) => readFile(join(folder, file), 'utf8')

test('adds missing settings with secrets that only root can read, and keeps them', async () => {
  await (await planSettings(options)).write()
  const first = await readSetting('baseline.env')
  expect(first).toMatch(
    /^PUBLIC_URL=https:\/\/survey\.ministry\.example\nSMTP_URL=.*\nMAIL_FROM=Survey <.*>\nSERVICE_TOKEN=.{43}\n$/,
  )
  expect((await stat(join(folder, 'owner.env'))).mode & 0o777).toBe(0o600)
  await (await planSettings(unset)).write()
  expect(await readSetting('baseline.env')).toBe(first)
})

test('writes nothing before it is asked to, so that a mistake leaves no trace', async () => {
  const { read } = await planSettings(options)
  expect(read('baseline.env', 'api.env')['IDENTITY_URL']).toBe('http://127.0.0.1:4001')
  await expect(readSetting('baseline.env')).rejects.toThrow('ENOENT')
})

test('refuses another value for a setting that exists', async () => {
  await writeFile(join(folder, 'baseline.env'), 'PUBLIC_URL=https://other.example\n')
  await expect(planSettings(options)).rejects.toThrow('PUBLIC_URL in')
})

test.each([
  'http://survey.ministry.example',
  'https://survey.ministry.example/app',
  'survey.ministry.example',
])('refuses the address %s', async (url) => {
  await expect(planSettings({ ...options, url })).rejects.toThrow('give an address such as')
})

test('refuses a sender that the files of settings cannot store', async () => {
  await expect(planSettings({ ...options, mailFrom: '"Survey" <a@b.example>' })).rejects.toThrow('MAIL_FROM')
})

test('uses the server of a remote database for all roles', async () => {
  const database = 'postgres://admin:secret@db.ministry.example/postgres?sslmode=verify-full'
  const { read } = await planSettings({ ...options, database })
  expect(read('identity.env')['DATABASE_URL']).toMatch(
    /^postgres:\/\/baseline_identity:.{43}@db\.ministry\.example\/baseline\?sslmode=verify-full$/,
  )
})

test('refuses a certificate for another name, and a key of another certificate', async () => {
  const authority = createAuthority(folder)
  const [survey, other] = [authority.issue('survey.ministry.example'), authority.issue('10.0.0.1')]
  const files = { certificate: survey.certificateFile, key: survey.keyFile }
  await verifyCertificate(files, 'survey.ministry.example')
  await verifyCertificate({ certificate: other.certificateFile, key: other.keyFile }, '10.0.0.1')
  await expect(verifyCertificate(files, 'other.example')).rejects.toThrow('is not for other.example')
  await expect(
    verifyCertificate({ ...files, key: other.keyFile }, 'survey.ministry.example'),
  ).rejects.toThrow('is not the key of')
})

test('names a missing option before it changes anything', async () => {
  const { code, output } = await new Promise<{ code: number; output: string }>((resolve) => {
    const command = join(import.meta.dirname, 'baseline.ts')
    const child = execFile(process.execPath, [command, 'setup'], (_error, stdout, stderr) =>
      resolve({ code: child.exitCode ?? -1, output: stdout + stderr }),
    )
  })
  expect([code, output.split('\n')[0]]).toEqual([1, '--url is missing.'])
})
