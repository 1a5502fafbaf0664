import { parseArgs } from 'node:util'

import { runChecks } from '../doctor/run-checks.ts'

const marks = { ok: 'ok', warning: 'WARNING', failed: 'FAILED', skipped: 'skipped' } as const

/** Exits with 1 if a check failed; warnings do not count. */
export const run = async (args: string[]): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: { json: { type: 'boolean' }, 'mail-to': { type: 'string' } },
  })
  const results = await runChecks({ mailTo: values['mail-to'] })
  if (values.json) console.log(JSON.stringify(results, undefined, 2))
  else
    for (const { name, status, text } of results)
      console.log(`${marks[status].padEnd(8)} ${name.padEnd(14)} ${text}`)
  return results.some(({ status }) => status === 'failed') ? 1 : 0
}
