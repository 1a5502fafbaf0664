/**
 * Starts the whole product for development: `npm run dev`. Keeps its data in .data; `npm run dev -- --reset`
 * deletes it first.
 */
import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

import { demoAccounts, demoPassword } from './stack/demo-accounts.ts'
import { loadDemoResponses } from './stack/demo-responses.ts'
import { loadDemoSurvey } from './stack/demo-survey.ts'
import { startProcess, waitUntilReady } from './stack/processes.ts'
import { root, startStack } from './stack/stack.ts'

if (process.env['NODE_ENV'] === 'production') throw new Error('npm run dev is for development only')
const { values } = parseArgs({ options: { reset: { type: 'boolean', default: false } } })

const startedAt = Date.now()
const data = join(root, '.data')
if (values.reset) await rm(data, { recursive: true, force: true })
// Checks for the database, because .data also contains test reports.
const isNew = !existsSync(join(data, 'postgres'))

const print = (from: string, line: string) => console.log(`${from.padEnd(8)} ${line}`)
const webPort = 5173
const publicUrl = `http://localhost:${String(webPort)}`
console.log(isNew ? 'starting with an empty database…' : 'starting with the data of the last run…')

const stack = await startStack({
  directory: join(data, 'postgres'),
  publicUrl,
  ports: { postgres: 54329, identity: 4001, api: 4000, worker: 4002, smtp: 1025, mailPage: 1080 },
  watch: true,
  onLine: print,
})
// Only for a new database, to keep the changes of earlier runs.
if (isNew) {
  await loadDemoSurvey(stack.apiEnv)
  await loadDemoResponses({ ...stack, publicUrl, ownerUrl: stack.databaseUrl('owner') })
}
const web = startProcess(process.execPath, [join(root, 'node_modules/vite/bin/vite.js')], {
  cwd: join(root, 'web'),
  env: { ...process.env, API_URL: stack.apiUrl, IDENTITY_URL: stack.identityUrl, WEB_PORT: String(webPort) },
  onLine: (line) => print('web', line),
})
await waitUntilReady(publicUrl, web)

console.log(`
ready after ${((Date.now() - startedAt) / 1000).toFixed(1)} s

  web             ${publicUrl}
  mails           ${stack.mail.url}
  API             ${stack.apiUrl}/api/docs
  database        ${stack.databaseUrl('owner')}

  demo accounts, all with the password ${demoPassword}
${demoAccounts.map(({ email, role, emailVerified }) => `    ${email.padEnd(24)} ${role ?? (emailVerified ? 'no role yet' : 'address not confirmed')}`).join('\n')}

  stop with Ctrl-C
`)

let isStopping = false
const shutDown = () => {
  if (isStopping) return
  isStopping = true
  void web
    .stop()
    .then(stack.stop)
    .then(() => process.exit(0))
}
process.on('SIGINT', shutDown)
process.on('SIGTERM', shutDown)
