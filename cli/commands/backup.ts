import { parseArgs } from 'node:util'

import { backUp } from '../backup/back-up.ts'
import { enableBackups } from '../backup/enable.ts'
import { BackupError } from '../backup/run-program.ts'

const usage = `usage: baseline backup                                 back up the database and the files
       baseline backup --files                         back up the files only
       baseline backup enable [--repository FOLDER]    create keys and repositories, and start the timers`

export const run = async (args: string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { files: { type: 'boolean' }, repository: { type: 'string' } },
  })
  // Repositories, keys and restored data are for root and PostgreSQL only.
  process.umask(0o077)
  try {
    if (positionals.length === 0 && values.repository === undefined)
      await backUp({ onlyFiles: values.files ?? false })
    else if (positionals.join() === 'enable' && !values.files) await enableBackups(values.repository)
    else {
      console.error(usage)
      return 2
    }
    return 0
  } catch (error) {
    if (!(error instanceof BackupError)) throw error
    console.error(error.message)
    return 1
  }
}
