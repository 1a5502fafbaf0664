/** Tests every check: plants a violation in a copy of the project, and fails unless the check reports it. */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'

import { checks, runChecks } from './check.ts'
import { copyProject } from './copy-project.ts'

const { copy, plant, change } = copyProject('canaries')

plant('api/src/canary-format.ts', 'export   const canary = "double";\n')
plant('api/src/canary-lint.ts', `const wait = async () => {}\nexport const canary = () => {\n  wait()\n}\n`)
plant('api/src/canary-type.ts', `export const canary: number = 'text'\n`)
change('contract/src/messages/shared.pt-BR.ts', `retry: 'Tentar novamente',`, '')
plant('contract/src/canary.ts', `export * from 'antd'\n`)
plant('web/src/canary-side.ts', `export * from '../../api/src/config.ts'\n`)
plant('api/src/platform/canary.ts', `export * from '../features/settings/routes.ts'\n`)
// A relative path: the installed package is a link to the original of the copy.
plant('web/src/platform/canary-entity.ts', `export * from '../../../contract/src/surveys/master.ts'\n`)
plant('api/src/features/settings/canary-feature.ts', `export * from '../auth/routes.ts'\n`)
plant('api/src/features/settings/canary-app.ts', `export * from '../../app.ts'\n`)
plant('web/src/canary-database.ts', `export * from 'pg'\n`)
plant('tabular/src/canary.ts', `export * from 'zod'\n`)
plant('web/src/canary-spreadsheet.ts', `export * from 'hucre'\n`)
plant('api/src/canary-testing.ts', `export * from './testing/world.ts'\n`)
plant('api/src/canary-cycle-a.ts', `export * from './canary-cycle-b.ts'\n`)
plant('api/src/canary-cycle-b.ts', `export * from './canary-cycle-a.ts'\n`)
change('contract/src/messages/importer.pt-BR.ts', `'Processados {0} de {1}.'`, `'Processados de {1}.'`)
plant('api/src/canary-role.ts', `export const canary = (roles: string[]) => roles.includes('supervisor')\n`)
plant('web/src/canary-role.ts', `export const canary: string[] = [\n  'manager',\n]\n`)
plant('docs/canary.md', '[gone](./no-such-file.md)\n\n[no heading](../README.md#no-such-heading)\n')
plant('docs/canary-reference.md', `spec §${String(42)}\n`)
change('docs/security/asvs.md', '`identity/src/validate.test.ts`', '`identity/src/no-such.test.ts`')
change('docs/security/asvs.md', '| 6.2.1 | 1 |', '| 6.2.2 | 1 |')
change('SECURITY.md', '| V17 WebRTC | 0 |', '| V17 WebRTC | 7 |')
change('api/src/platform/http/openapi.ts', `version: '1'`, `version: '2'`)
change('docs/figures/responses-10m.json', '"value": 18,', '"value": 19,')
plant('docs/canary-prose.md', 'Whoever reads this stumbles.\n\n# Heading\nOf many rows, some.\n')
plant('api/src/canary-prose.ts', `export const seldom = 1\n`)
plant('web/src/app/canary-walkthrough.ts', `export const canary = 'userDetails'\n`)
for (const n of [1, 2, 3, 4, 5, 6, 7, 8])
  plant(`web/src/canary-column-${String(n)}.ts`, `export const canary = 'villageCategory'\n`)
plant(
  'e2e/src/canary-locators.ts',
  `import type { Page } from '@playwright/test'
export const byClass = (page: Page) => page.locator('.ant-btn')
export const inPage = (page: Page) => page.evaluate(() => document.querySelector('main .ant-tag'))
export const wait = (page: Page) => page.waitForTimeout(1000)
`,
)
change('api/package.json', '"jose": "', '"jose": "^')
change(
  'package-lock.json',
  '"integrity": "',
  '"resolved": "https://example.org/a.tgz",\n      "integrity": "',
)
plant('docs/canary-secret.md', `token: ghp_${'a1B2c3D4e5F6g7H8i9J0'.repeat(2).slice(0, 36)}\n`)

plant(
  'api/src/canary.test.ts',
  `import { expect, test } from 'vitest'\ntest('fails', () => expect(1).toBe(2))\n`,
)

/** Texts that each check must report about the planted violations. */
const expected: Record<string, string[]> = {
  format: ['canary-format.ts'],
  lint: ['no-floating-promises'],
  types: ['canary-type.ts', 'retry'],
  boundaries: [
    'no-circular',
    'contract-stands-alone',
    'tabular-stands-alone',
    'spreadsheets-behind-tabular',
    'sides-never-meet',
    'platform-knows-no-entity',
    'platform-reads-no-entity',
    'features-never-meet',
    'features-below-the-app',
    'database-in-the-servers-only',
    'test-helpers-in-tests-only',
  ],
  unused: ['canary-type.ts'],
  roles: ['api/src/canary-role.ts', 'web/src/canary-role.ts'],
  messages: ['importer.processed'],
  openapi: ['npm run openapi'],
  figures: ['npm run figures'],
  prose: ['"Whoever"', '"Of "', '"seldom"'],
  links: ['no-such-file.md', 'no-such-heading', '§42 does not exist'],
  asvs: ['no-such.test.ts does not exist', '6.2.1 has no row', '6.2.2 has two rows', 'counts of V17'],
  walkthrough: ['canary-walkthrough.ts', 'canary-column-1.ts', 'at most 8'],
  locators: ['canary-locators.ts:2', 'canary-locators.ts:3', 'canary-locators.ts:4'],
  dependencies: ['jose', 'resolved'],
  secrets: ['canary-secret.md'],
}

const missing = Object.keys(checks).filter((name) => !expected[name])
if (missing.length > 0) throw new Error(`no canary for ${missing.join(', ')}`)

/** Checks the types of the projects with a planted violation only: the check of a project takes seconds. */
const types = (checks['types'] ?? []).filter((command) => ['contract', 'api'].includes(command.at(-1) ?? ''))

const results = await runChecks({ ...checks, types }, copy)
for (const { name, passed, output } of results) {
  const missingTexts = (expected[name] ?? []).filter((text) => !output.includes(text))
  const isReported = !passed && missingTexts.length === 0
  if (!isReported) {
    console.error(output.slice(-4000))
    process.exitCode = 1
  }
  console.log(
    isReported
      ? `ok   ${name} reports the planted violation`
      : `FAIL ${name} does not report ${missingTexts.join(', ')}`,
  )
}

const failingTest = spawnSync(
  process.execPath,
  ['node_modules/vitest/vitest.mjs', 'run', '--project', 'api', 'canary'],
  {
    cwd: copy,
  },
)
const isDetected = failingTest.status !== 0 && failingTest.stdout.toString().includes('1 failed')
console.log(
  isDetected
    ? 'ok   a failing test fails the run'
    : `FAIL a failing test ends with ${String(failingTest.status)}`,
)
if (!isDetected) process.exitCode = 1
rmSync(copy, { recursive: true })
