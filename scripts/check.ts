/**
 * Runs the static checks: `npm run check`, or some of them by name: `npm run check -- types links`.
 * check-canaries.ts tests that each of them can fail.
 */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const bin = (name: string) => join('node_modules/.bin', name)
const node = (...args: string[]) => [process.execPath, ...args]

type Checks = Readonly<Record<string, readonly (readonly string[])[]>>

/** Commands of each check; all must succeed. */
export const checks: Checks = {
  format: [[bin('oxfmt'), '--check', '.']],
  lint: [[bin('oxlint'), '--type-aware', '--deny-warnings']],
  types: ['contract', 'tabular', 'identity', 'api', 'web', 'e2e', '.'].map((project) => [
    bin('tsc'),
    '-p',
    project,
  ]),
  boundaries: [
    [
      bin('depcruise'),
      '--config',
      '.dependency-cruiser.mjs',
      'contract/src',
      'tabular/src',
      'identity/src',
      'api/src',
      'web/src',
      'e2e/src',
      'cli',
      'scripts',
      'bench',
    ],
  ],
  unused: [[bin('knip'), '--no-progress']],
  roles: [node('scripts/check-roles.ts')],
  messages: [node('scripts/check-messages.ts')],
  openapi: [node('scripts/openapi.ts', '--check')],
  figures: [node('scripts/figures.ts', '--check')],
  prose: [node('scripts/check-prose.ts')],
  links: [node('scripts/check-links.ts')],
  asvs: [node('scripts/check-asvs.ts')],
  walkthrough: [node('scripts/check-walkthrough.ts')],
  locators: [node('scripts/check-locators.ts')],
  dependencies: [node('scripts/check-dependencies.ts')],
  secrets: [[bin('secretlint'), '**/*']],
}

const run = (
  [command = '', ...args]: readonly string[],
  cwd: string,
): Promise<{ code: number; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
    child.once('error', (error) => resolve({ code: 127, output: String(error) }))
    child.once('exit', (code) => resolve({ code: code ?? 1, output }))
  })

export interface CheckResult {
  name: string
  passed: boolean
  output: string
  seconds: number
}

const runCheck = async (name: string, commands: Checks[string], cwd: string): Promise<CheckResult> => {
  const startedAt = Date.now()
  let passed = true
  let output = ''
  for (const command of commands) {
    const result = await run(command, cwd)
    passed &&= result.code === 0
    output += result.output
  }
  return { name, passed, output, seconds: (Date.now() - startedAt) / 1000 }
}

/** Runs two checks at a time: the smallest supported machine has two cores. */
export const runChecks = async (requested: Checks, cwd: string): Promise<CheckResult[]> => {
  const queue = Object.entries(requested)
  const results: CheckResult[] = []
  const runQueue = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) results.push(await runCheck(...next, cwd))
  }
  await Promise.all([runQueue(), runQueue()])
  return results
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const requested = process.argv.slice(2)
  const unknown = requested.filter((name) => !(name in checks))
  if (unknown.length > 0) throw new Error(`unknown check: ${unknown.join(', ')}`)
  const selected = Object.entries(checks).filter(
    ([name]) => requested.length === 0 || requested.includes(name),
  )
  const results = await runChecks(Object.fromEntries(selected), process.cwd())
  for (const { name, passed, output, seconds } of results) {
    if (!passed) console.error(`\n${output}`)
    console.log(`${passed ? 'ok  ' : 'FAIL'} ${name} (${seconds.toFixed(1)} s)`)
  }
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
}
