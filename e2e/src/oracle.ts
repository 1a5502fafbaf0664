/**
 * Compares the evaluation of random questionnaires with ODK's web engine in Chromium:
 *   npm run oracle -- --definitions 300 --seed 1
 */
import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'

import { browser as settings } from './browser.ts'
import { instant, timeZone } from './phone-engine/compare-form.ts'
import { openEngine } from './phone-engine/open-engine.ts'
import { runCase } from './phone-engine/run-oracle.ts'

const { values } = parseArgs({
  options: { definitions: { type: 'string', default: '300' }, seed: { type: 'string', default: '1' } },
})
const first = Number(values.seed)
const count = Number(values.definitions)

const browser = await chromium.launch(settings.launchOptions)
const page = await browser.newPage({ timezoneId: timeZone })
await page.clock.setFixedTime(instant)
await openEngine(page)

let failed = 0
for (let seed = first; seed < first + count; seed += 1) {
  const { differences, survey } = await runCase(page, seed)
  if (differences.length === 0) continue
  failed += 1
  console.log(`seed ${String(seed)}`)
  for (const { path, aspect, ours, engine } of differences)
    console.log(`  ${path} ${aspect}: ours ${JSON.stringify(ours)}, engine ${JSON.stringify(engine)}`)
  if (values.definitions === '1') console.log(JSON.stringify(survey.items, null, 2))
}
await browser.close()
console.log(`${String(count)} questionnaires, ${String(failed)} with differences`)
process.exitCode = failed > 0 ? 1 : 0
