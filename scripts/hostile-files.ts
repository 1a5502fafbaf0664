/**
 * Reads malicious files, each in its own process, and prints the cost: `npm run hostile`. Fails unless each
 * is refused with the right message within two seconds and 150 MB.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { hostileFiles } from '../tabular/src/testing/hostile.ts'
import { openFile } from '../web/src/platform/importer/open-import.ts'

const header = ['firstName', 'lastName', 'gender']
const keys = { excel: 'invalidFileExcel', upload: 'invalidFileUpload', empty: 'invalidFileEmpty' }
const limits = { ms: 2_000, mb: 150 }

interface Outcome {
  key: string
  ms: number
  cpuMs: number
  mb: number
}

const readMemory = (name: 'VmRSS' | 'VmHWM'): number =>
  Number(RegExp(`${name}:\\s+(\\d+) kB`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1000

/** Runs in the process that reads one file: returns the outcome, the time and the growth of memory. */
const measure = async (path: string, name: string): Promise<Outcome> => {
  const file = new File([readFileSync(path)], name)
  writeFileSync('/proc/self/clear_refs', '5')
  const [before, startedAt, cpu] = [readMemory('VmRSS'), performance.now(), process.cpuUsage()]
  const opened = await openFile(file, {
    columns: header.map((key) => ({ key, kind: 'text', label: 'common.edit' })),
  })
  const { user, system } = process.cpuUsage(cpu)
  const ms = performance.now() - startedAt
  const key = 'key' in opened ? opened.key : 'taken'
  return { key, ms, cpuMs: (user + system) / 1000, mb: readMemory('VmHWM') - before }
}

const [, script = '', path, name = ''] = process.argv
if (path) console.log(JSON.stringify(await measure(path, name)))
else {
  const folder = mkdtempSync(join(tmpdir(), 'baseline-hostile-'))
  const outcomes: Outcome[] = []
  for (const [title, hostile] of Object.entries(hostileFiles(header))) {
    const file = join(folder, 'file')
    writeFileSync(file, hostile.make())
    const output = execFileSync(process.execPath, [script, file, hostile.name ?? 'staff.xlsx']).toString()
    const outcome = JSON.parse(output) as Outcome
    outcomes.push(outcome)
    const { key, ms, cpuMs, mb } = outcome
    const isGood = key === keys[hostile.refused] && ms < limits.ms && mb < limits.mb
    const figures = [`${ms.toFixed(0)} ms`, `${cpuMs.toFixed(0)} ms of work`, `${mb.toFixed(0)} MB`]
    console.log(`${isGood ? 'ok  ' : 'FAIL'} ${title}: ${key}, ${figures.join(', ')}`)
    if (!isGood) process.exitCode = 1
  }
  rmSync(folder, { recursive: true })
  const maxOf = (figure: 'ms' | 'cpuMs' | 'mb') =>
    Math.max(...outcomes.map((outcome) => outcome[figure])).toFixed(0)
  console.log(
    `${String(outcomes.length)} files: at most ${maxOf('ms')} ms (${maxOf('cpuMs')} of work), ${maxOf('mb')} MB`,
  )
}
