/**
 * Compares our evaluation of questionnaires with ODK's web engine in Chromium. Prints every difference.
 *   npm run oracle -- --definitions 300 --seed 1
 *   npm run oracle -- --workbooks DIR --paths 10                    (workbooks of other projects)
 *   npm run oracle -- --workbooks DIR --paths 100 --xforms DIR      (and XForms of pyxform, NAME.xlsx.xml)
 *   npm run oracle -- --javarosa CLASSPATH …                        (with the engine of ODK Collect)
 *   npm run oracle -- --javarosa CLASSPATH --probes                 (the recorded results of expressions)
 *   npm run oracle -- --javarosa CLASSPATH --submissions …          (interviews as Collect sends them)
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import { chromium } from '@playwright/test'
import type { Page } from '@playwright/test'

import {
  probeAnswers,
  probeKey,
  probes,
  probeSurvey,
} from '../../api/src/features/surveys/xform/testing/probes.ts'
import { writeXForm } from '../../api/src/features/surveys/xform/write-xform.ts'
import { createChance } from '../../scripts/seed/chance.ts'
import { browser as settings } from './browser.ts'
import { checkTree } from './phone-engine/check-tree.ts'
import { timeZone, toPhone } from './phone-engine/compare-form.ts'
import type { Difference } from './phone-engine/compare-form.ts'
import { compareSubmission } from './phone-engine/compare-submission.ts'
import type { PhoneEngine } from './phone-engine/engine.ts'
import { startJavaRosa } from './phone-engine/javarosa.ts'
import { compareXForms, fillAtRandom, runRandomCase } from './phone-engine/run-oracle.ts'
import { openWebEngine } from './phone-engine/web-engine.ts'
import { readWorkbooks } from './phone-engine/workbooks.ts'

const { values } = parseArgs({
  options: {
    definitions: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    workbooks: { type: 'string' },
    paths: { type: 'string', default: '10' },
    xforms: { type: 'string' },
    javarosa: { type: 'string' },
    probes: { type: 'boolean', default: false },
    submissions: { type: 'boolean', default: false },
  },
})
const firstSeed = Number(values.seed)
const pathCount = Number(values.paths)
const fromCaller = (folder: string): string => resolve(process.env['INIT_CWD'] ?? '.', folder)

let failed = 0
/** The places of explained differences, by reason. */
const explained = new Map<string, Set<string>>()

/** Prints the first differences of a case that have no known reason. */
const report = (title: string, differences: readonly Difference[]): void => {
  for (const { path, reason } of differences)
    if (reason !== undefined)
      explained.set(reason, (explained.get(reason) ?? new Set()).add(`${title.split(':')[0] ?? ''} ${path}`))
  const unexplained = differences.filter(({ reason }) => reason === undefined)
  if (unexplained.length === 0) return
  failed += 1
  console.log(title)
  for (const { path, aspect, ours, engine } of unexplained.slice(0, 10))
    console.log(`  ${path} ${aspect}: ${JSON.stringify(ours)} ≠ ${JSON.stringify(engine)}`)
}

/** An engine that fails on a form is a difference too. */
const attempt = (work: Promise<Difference[]>): Promise<Difference[]> =>
  work.catch((error: unknown) => [{ path: '/data', aspect: 'error', ours: null, engine: String(error) }])

const runDefinitions = async (engine: PhoneEngine): Promise<string> => {
  const count = Number(values.definitions)
  const run = values.submissions ? compareSubmission : runRandomCase
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1)
    report(`seed ${String(seed)}`, await attempt(run(engine, seed)))
  return `${String(count)} questionnaires, ${String(failed)} with differences`
}

const runWorkbooks = async (engine: PhoneEngine, page: Page | undefined, folder: string): Promise<string> => {
  const surveys = await readWorkbooks(fromCaller(folder))
  let [comparedForms, comparedPaths] = [0, 0]
  for (const [name, survey] of surveys) {
    if (page) report(`${name}: tree`, await checkTree(page, survey))
    const otherFile = values.xforms === undefined ? undefined : join(fromCaller(values.xforms), `${name}.xml`)
    const other =
      otherFile !== undefined && existsSync(otherFile) ? await readFile(otherFile, 'utf8') : undefined
    for (let seed = firstSeed; seed < firstSeed + pathCount; seed += 1) {
      report(
        `${name}: answers, seed ${String(seed)}`,
        await attempt(fillAtRandom(engine, survey, createChance(seed))),
      )
      if (other !== undefined) {
        comparedPaths += 1
        report(
          `${name}: XForm, seed ${String(seed)}`,
          await attempt(compareXForms(engine, survey, other, createChance(seed))),
        )
      }
    }
    if (other !== undefined) comparedForms += 1
    console.log(`${name}: done`)
  }
  const compared = `${String(comparedForms)} compared with another XForm on ${String(comparedPaths)} paths`
  return `${String(surveys.size)} workbooks, ${compared}, ${String(failed)} cases with unexplained differences`
}

const runProbes = async ({ clock, read }: PhoneEngine): Promise<string> => {
  const survey = probeSurvey(Object.keys(probes))
  const given = toPhone(survey, probeAnswers, clock)
  const { nodes } = await read(writeXForm(survey, { version: 1 }), survey, given)
  for (const [expression, recorded] of Object.entries(probes)) {
    const value = nodes[`/data/${probeKey(expression)}`]?.value
    if (value !== recorded)
      report(expression, [{ path: probeKey(expression), aspect: 'value', ours: recorded, engine: value }])
  }
  return `${String(Object.keys(probes).length)} expressions, ${String(failed)} with another result than recorded`
}

const runAll = (engine: PhoneEngine, page: Page | undefined): Promise<string> => {
  if (values.probes) return runProbes(engine)
  return values.workbooks === undefined
    ? runDefinitions(engine)
    : runWorkbooks(engine, page, values.workbooks)
}

const openPage = async (): Promise<Page> => {
  const browser = await chromium.launch(settings.launchOptions)
  return browser.newPage({ timezoneId: timeZone })
}

const page = values.javarosa === undefined ? await openPage() : undefined
const engine = page ? await openWebEngine(page) : startJavaRosa(values.javarosa ?? '')
console.log(await runAll(engine, page))
for (const [reason, places] of explained)
  console.log(`explained: ${reason}, ${String(places.size)} questions`)
await engine.close()
await page?.context().browser()?.close()
process.exitCode = failed > 0 ? 1 : 0
