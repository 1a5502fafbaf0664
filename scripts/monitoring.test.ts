import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, test } from 'vitest'

import { runbooks } from '../api/src/platform/monitoring/reading.ts'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'ops/prometheus')
const read = (path: string) => readFile(join(root, path), 'utf8')
const page = 'docs/operations/monitoring.md'

/** Name, severity and runbook of each alert. */
const readAlerts = async () => {
  const blocks = (await read('ops/prometheus/alerts.yaml')).split('- alert: ').slice(1)
  return blocks.map((block) => ({
    name: /^\w+/.exec(block)?.[0] ?? '',
    severity: /severity: (\w+)/.exec(block)?.[1],
    runbook: /runbook_url: (\S+)/.exec(block)?.[1],
  }))
}

const readSections = async (): Promise<string[]> => {
  const [, text = ''] = (await read(page)).split('## Runbooks\n')
  return [...text.matchAll(/^### (.+)$/gm)].map(([, title = '']) => title.toLowerCase().replaceAll(' ', '-'))
}

test('exactly five alerts wake a person', async () => {
  const alerts = await readAlerts()
  expect(alerts.filter(({ severity }) => severity === 'page').map(({ name }) => name)).toEqual([
    'BaselineDown',
    'BaselineDiskFull',
    'BaselineBackupOld',
    'BaselineCertificateExpires',
    'BaselineIntakeStopped',
  ])
  expect(new Set(alerts.map(({ severity }) => severity))).toEqual(new Set(['page', 'summary']))
})

test('each alert and each line of the summary has a section, and each section has one of them', async () => {
  const alerts = await readAlerts()
  const used = [
    ...alerts.map(({ runbook }) => runbook),
    ...Object.values(runbooks).map((section) => `${page}#${section}`),
  ]
  const sections = await readSections()
  expect(sections.length).toBeGreaterThan(5)
  expect(new Set(used)).toEqual(new Set(sections.map((section) => `${page}#${section}`)))
  const text = await read(page)
  for (const { name } of alerts) expect(text).toContain(`\`${name}\``)
})

test.for(['alerts.test.yaml', 'alerts-of-days.test.yaml'])(
  'the alerts fire and resolve: %s',
  { timeout: 180_000 },
  async (file) => {
    const { stdout } = await promisify(execFile)('promtool', ['test', 'rules', file], { cwd: folder })
    expect(stdout).toContain('SUCCESS')
  },
)

test('each alert has a test in which it fires, and one in which it does not', async () => {
  const tests =
    (await read('ops/prometheus/alerts.test.yaml')) + (await read('ops/prometheus/alerts-of-days.test.yaml'))
  for (const { name } of await readAlerts()) {
    expect(tests, name).toMatch(new RegExp(`alertname: ${name}\\n +exp_alerts:\\n +- exp_labels`))
    expect(tests, name).toContain(`alertname: ${name}, exp_alerts: []`)
  }
})

test.for([
  ['promtool', 'check', 'config', 'prometheus.yaml'],
  ['amtool', 'check-config', 'alertmanager.yaml'],
])('the examples for operators are valid: %s', async ([program = '', ...args]) => {
  const { stdout } = await promisify(execFile)(program, args, { cwd: folder })
  expect(stdout).toContain('SUCCESS')
})
