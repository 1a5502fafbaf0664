import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

import { readLastBackups } from '../../api/src/platform/monitoring/backup.ts'
import type { LastBackups } from '../../api/src/platform/monitoring/backup.ts'

/** Records a success. The file has no secrets: the services and `baseline doctor` read it. */
export const recordSuccess = async (file: string, part: keyof LastBackups, at: Date): Promise<void> => {
  if (await mkdir(dirname(file), { recursive: true })) await chmod(dirname(file), 0o755)
  const last: LastBackups = { ...(await readLastBackups(file)), [part]: at.toISOString() }
  await writeFile(`${file}.part`, `${JSON.stringify(last)}\n`)
  await chmod(`${file}.part`, 0o644)
  await rename(`${file}.part`, file)
}
