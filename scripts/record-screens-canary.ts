/**
 * Tests that record-screens.spec.ts can fail: `npm run e2e:canary`. Restores a former defect, two siblings
 * with equal keys on a screen that is not remounted, and fails unless the test reports it.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'

import { copyProject } from './copy-project.ts'

const { copy, change } = copyProject('record-screens')
change('web/src/app/router.tsx', 'defaultRemountDeps: ({ params }) => params,', '')
const view = 'web/src/features/survey-responses/view-page.tsx'
change(view, '<ResponseBody id={id}', '<ResponseBody key={id} id={id}')
change(view, '<DecisionBar', '<DecisionBar key={id}')

const { status, stdout, stderr } = spawnSync(
  join(copy, 'node_modules/.bin/playwright'),
  ['test', 'src/record-screens.spec.ts', '--grep', 'responses:'],
  { cwd: join(copy, 'e2e'), env: { ...process.env, RECORDS: '4', CI: '' }, encoding: 'utf8' },
)
rmSync(copy, { recursive: true, force: true })
const isReported = stdout.includes('marks of other records on the page')
if (status === 0 || !isReported) {
  console.error(stdout, stderr)
  console.error('record-screens.spec.ts did not report the planted defect')
  process.exit(1)
}
console.log('record-screens.spec.ts reported the planted defect')
