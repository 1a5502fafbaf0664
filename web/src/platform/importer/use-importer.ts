import { useEffect, useMemo, useState } from 'react'

import { handleError } from '../error-funnel.ts'
import { t } from '../i18n.ts'
import { saveFile } from '../save-file.ts'
import { toast } from '../ui/toast.tsx'
import type { CheckedRow, ImportContext, Refusal } from './checked-row.ts'
import { isRefusal } from './checked-row.ts'
import { ImportRows } from './import-rows.ts'
import type { ImportShape } from './import-rows.ts'
import { ImportRun } from './import-run.ts'
import type { SendRow } from './import-run.ts'
import { ImportWorker } from './import-worker.ts'
import type { ReadFile, ReadProgress } from './import-worker.ts'
import { lineText } from './line-text.ts'
import type { ErrorRow } from './protocol.ts'
import { reasonTexts, sheetTexts } from './sheet-texts.ts'

/** Rows to show and to send. */
export interface Prepared {
  rows: readonly CheckedRow[]
  /** Number of rows without changes, which are skipped. */
  unchanged?: number
}

/** Properties of an entity's importer; everything else is shared. */
export interface Importer extends ImportShape {
  /** `update` changes existing records; the default adds records. */
  mode?: 'update'
  /** File name of the template, without extension. */
  fileName: string
  startWorker: () => Worker
  /** Replaces the lines of the guide in the template. */
  guide?: readonly string[][]
  /** Processes the rows of a file before they are shown, for example compares them with stored records. */
  prepare?: (file: ReadFile, onProgress: (progress: ReadProgress) => void) => Promise<Prepared>
}

export type Opened =
  | { step: 'choose'; refusal?: Refusal; fileName?: string }
  | { step: 'reading'; fileName: string; progress?: ReadProgress }
  | { step: 'run'; run: ImportRun; fileName: string; unchanged: number }

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const save = (bytes: Uint8Array<ArrayBuffer>, name: string): void =>
  saveFile(new Blob([bytes], { type: excelType }), name)

const tellNotWritten = (): void => toast.error(t('importer.notWritten'))

/** Returns why a row is refused and which cells are wrong, including its rows of further sheets. */
const errorRow = (rows: ImportRows, index: number): ErrorRow[] => {
  const row = rows.rows[index]
  if (!row) return []
  const problems = rows.problemsOf(index)
  const of = (at: { sheet: string; line: number } | undefined) => {
    const own = problems.filter((one) => one.at?.sheet === at?.sheet && one.at?.line === at?.line)
    return { why: own.map(({ text }) => text).join('\n'), wrong: own.flatMap(({ column }) => column ?? []) }
  }
  const lines = (row.lines ?? []).map(({ sheet, line }) => ({ sheet, line, ...of({ sheet, line }) }))
  const inLines = lines
    .filter(({ why }) => why !== '')
    .map(({ sheet, line, why }) => lineText({ sheet, line }, why))
  const own = of(undefined)
  return [{ line: row.line, ...own, why: [own.why, ...inLines].filter(Boolean).join('\n'), lines }]
}

/** State of a screen that imports files, one after the other. */
export const useImporter = (importer: Importer) => {
  const { fileName, startWorker, guide, prepare } = importer
  const [opened, setOpened] = useState<Opened>({ step: 'choose' })
  const worker = useMemo(() => new ImportWorker(startWorker), [startWorker])
  useEffect(() => () => worker.stop(), [worker])
  const run = opened.step === 'run' ? opened.run : undefined
  useEffect(() => () => run?.abandon(), [run])

  const choose = async (file: File, context: ImportContext, send: SendRow): Promise<void> => {
    const onProgress = (progress: ReadProgress) =>
      setOpened({ step: 'reading', fileName: file.name, progress })
    setOpened({ step: 'reading', fileName: file.name })
    const read = await worker.read(file, context, onProgress)
    if (isRefusal(read)) return setOpened({ step: 'choose', refusal: read, fileName: file.name })
    try {
      const prepared: Prepared = prepare ? await prepare(read, onProgress) : read
      const { rows, unchanged = 0 } = prepared
      setOpened({
        step: 'run',
        run: new ImportRun(new ImportRows(rows, importer, read.strays), send, handleError),
        fileName: file.name,
        unchanged,
      })
    } catch (error) {
      setOpened({ step: 'choose' })
      handleError(error)
    }
  }

  const downloadTemplate = async (): Promise<void> =>
    save(await worker.write({ type: 'template', texts: sheetTexts(importer, guide) }), `${fileName}.xlsx`)

  /** Downloads the refused rows with their reasons; rows that are already stored need no correction. */
  const downloadErrors = async (rows: ImportRows, name: string): Promise<void> => {
    const bytes = await worker.write({
      type: 'errors',
      texts: sheetTexts(importer, guide),
      reason: reasonTexts(),
      rows: rows.inGroup('error').flatMap((index) => errorRow(rows, index)),
      strays: (importer.sheets ?? []).flatMap((sheet) =>
        rows
          .linesOf(sheet.name)
          .filter(({ row }) => row === undefined)
          .map(({ line, words }) => ({
            sheet: sheet.name,
            line,
            why: words.map(({ text }) => text).join('\n'),
            wrong: words.flatMap(({ column }) => column ?? []),
          })),
      ),
    })
    save(bytes, name.replace(/\.xlsx$/i, ` ${t('importer.errorsFile')}.xlsx`))
  }

  return {
    opened,
    choose,
    downloadTemplate: () => void downloadTemplate().catch(tellNotWritten),
    downloadErrors: (rows: ImportRows, name: string) => void downloadErrors(rows, name).catch(tellNotWritten),
    reset: () => setOpened({ step: 'choose' }),
  }
}
