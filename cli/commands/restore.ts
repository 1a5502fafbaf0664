import { parseArgs } from 'node:util'

import type { Target } from '../backup/database.ts'
import { restoreBackups } from '../backup/restore.ts'
import { BackupError } from '../backup/run-program.ts'
import { verifyBackups } from '../backup/verify.ts'

const usage = `usage: baseline restore --at TIME|latest [--replace] [--timeline N]    restore the database and the files
       baseline restore --verify [--at TIME] [--timeline N]            restore to a temporary folder and check it

TIME is such as 2026-11-17T14:05:00+02:00 or 2026-11-17T12:05:00Z.`

/** Returns undefined unless the text is a time with a time zone. */
const parseTarget = (text: string | undefined): Target | undefined => {
  if (text === 'latest') return text
  if (!text || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[+-]\d{2}:\d{2})$/.test(text))
    return undefined
  const time = new Date(text)
  return Number.isNaN(time.getTime()) ? undefined : time
}

export const run = async (args: string[]): Promise<number> => {
  const { values } = parseArgs({
    args,
    options: {
      at: { type: 'string' },
      verify: { type: 'boolean' },
      replace: { type: 'boolean' },
      timeline: { type: 'string', default: 'latest' },
    },
  })
  const target = parseTarget(values.at ?? (values.verify ? 'latest' : undefined))
  const isTimeline = /^(latest|current|\d+)$/.test(values.timeline)
  if (!target || !isTimeline || (values.verify && values.replace)) {
    console.error(usage)
    return 2
  }
  process.umask(0o077)
  const { timeline, replace = false } = values
  try {
    if (values.verify) await verifyBackups({ target, timeline })
    else await restoreBackups({ target, timeline, replace })
    return 0
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    console.error(error.message)
    return 1
  }
}
