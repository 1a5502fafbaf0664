import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { runChecks } from '../doctor/run-checks.ts'
import type { Result } from '../doctor/run-checks.ts'

const marks = { ok: 'ok', warning: 'WARNING', failed: 'FAILED', skipped: 'skipped' } as const

const hasFailed = (results: readonly Result[]): boolean => results.some(({ status }) => status === 'failed')

/** Exits with 1 if a check failed; warnings do not count. Repeats the checks for `--wait` seconds. */
export const run = async (args: string[]): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: {
      json: { type: 'boolean' },
      'mail-to': { type: 'string' },
      wait: { type: 'string', default: '0' },
    },
  })
  const deadline = Date.now() + Number(values.wait) * 1000
  let results = await runChecks({ mailTo: values['mail-to'] })
  while (hasFailed(results) && Date.now() < deadline) {
    await sleep(1_000)
    results = await runChecks({ mailTo: values['mail-to'] })
  }
  if (values.json) console.log(JSON.stringify(results, undefined, 2))
  else
    for (const { name, status, text } of results)
      console.log(`${marks[status].padEnd(8)} ${name.padEnd(14)} ${text}`)
  return hasFailed(results) ? 1 : 0
}
