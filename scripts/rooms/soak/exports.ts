import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { exportFormats } from '../../../contract/src/survey-responses/exports/contract.ts'
import type { SurveyExport } from '../../../contract/src/survey-responses/exports/contract.ts'
import type { Session } from '../call.ts'

interface Sources {
  call: Session
  surveyId: string
  /** Names of the households whose responses the server has acknowledged. */
  listAcknowledged: () => readonly string[]
}

/** Returns the rows in the archive of a CSV export. */
const readData = async (archive: Buffer): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'baseline-soak-'))
  const file = join(folder, 'export.zip')
  try {
    await writeFile(file, archive)
    const unzip = promisify(execFile)('unzip', ['-p', file, 'data.csv'], { maxBuffer: 2 ** 30 })
    return (await unzip).stdout
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Exports all responses in one format after the other, and checks the files. */
export const createExports = ({ call, surveyId, listAcknowledged }: Sources) => {
  const failures: string[] = []
  const seconds: number[] = []
  const wait = async (id: string): Promise<SurveyExport> => {
    for (;;) {
      const answer = await call<SurveyExport>(`/api/survey-exports/${id}`)
      if (answer.status !== 'START') return answer
      await sleep(500)
    }
  }
  const check = async (sheet: SurveyExport, expected: readonly string[]): Promise<string | undefined> => {
    if (sheet.status !== 'SUCCESS' || !sheet.url) return `ended as ${sheet.status}: ${String(sheet.failure)}`
    const { pathname, search } = new URL(sheet.url)
    const bytes = await call<Buffer>(`${pathname}${search}`)
    if (createHash('sha256').update(bytes).digest('hex') !== sheet.sha256) return 'another checksum'
    if ((sheet.rowCount ?? 0) < expected.length)
      return `${String(sheet.rowCount)} rows of ${String(expected.length)}`
    if (sheet.format !== 'csv') return undefined
    const names = (await readData(bytes)).match(/(?:load|import) [0-9a-f]{8} [0-9a-f-]{36}/g) ?? []
    const known = new Set(names)
    const missing = expected.filter((name) => !known.has(name)).length
    return missing === 0 && known.size === names.length
      ? undefined
      : `${String(missing)} responses missing, ${String(names.length - known.size)} twice`
  }
  return {
    failures,
    seconds,
    /** Exports once. Calls `whileRunning` shortly after the start. */
    run: async (whileRunning?: () => Promise<unknown>): Promise<void> => {
      const format = exportFormats[seconds.length % exportFormats.length]
      const startedAt = performance.now()
      const expected = [...listAcknowledged()]
      const data = { filter: { surveyId: [surveyId] }, status: 'START', format, personalData: true }
      const { id } = await call<SurveyExport>('/api/survey-exports', { method: 'POST', body: { data } })
      if (whileRunning) {
        await sleep(300)
        await whileRunning()
      }
      const problem = await check(await wait(id), expected)
      if (problem) failures.push(`${String(format)}: ${problem}`)
      seconds.push((performance.now() - startedAt) / 1000)
    },
  }
}
