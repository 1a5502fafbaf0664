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
import type { ErrorRow } from './protocol.ts'
import { reasonTexts, sheetTexts } from './sheet-texts.ts'
import { lineText } from './texts.ts'

/** Rows to show and to send. */
export interface PreparedRows {
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
  prepare?: (file: ReadFile, onProgress: (progress: ReadProgress) => void) => Promise<PreparedRows>
}

export type ImporterState =
  | { step: 'choose'; refusal?: Refusal; fileName?: string }
  | { step: 'reading'; fileName: string; progress?: ReadProgress }
  | { step: 'run'; run: ImportRun; fileName: string; unchanged: number }

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const save = (bytes: Uint8Array<ArrayBuffer>, name: string): void =>
  saveFile(new Blob([bytes], { type: excelType }), name)

const reportNotWritten = (): void => toast.error(t('importer.notWritten'))

/** Returns why a row is refused and which cells are wrong, including its rows of further sheets. */
const errorRow = (rows: ImportRows, index: number): ErrorRow[] => {
  const row = rows.rows[index]
  if (!row) return []
  const problems = rows.problemsOf(index)
  const collectAt = (at: { sheet: string; line: number } | undefined) => {
    const problemsHere = problems.filter((one) => one.at?.sheet === at?.sheet && one.at?.line === at?.line)
    return {
      message: problemsHere.map(({ text }) => text).join('\n'),
      wrongColumns: problemsHere.flatMap(({ column }) => column ?? []),
    }
  }
  const lines = (row.lines ?? []).map(({ sheet, line }) => ({ sheet, line, ...collectAt({ sheet, line }) }))
  const lineMessages = lines
    .filter(({ message }) => message !== '')
    .map(({ sheet, line, message }) => lineText({ sheet, line }, message))
  const rowErrors = collectAt(undefined)
  return [
    {
      line: row.line,
      ...rowErrors,
      message: [rowErrors.message, ...lineMessages].filter(Boolean).join('\n'),
      lines,
    },
  ]
}

/** State of a screen that imports files, one after the other. */
export const useImporter = (importer: Importer) => {
  const { fileName, startWorker, guide, prepare } = importer
  const [state, setState] = useState<ImporterState>({ step: 'choose' })
  const worker = useMemo(() => new ImportWorker(startWorker), [startWorker])
  useEffect(() => () => worker.stop(), [worker])
  const run = state.step === 'run' ? state.run : undefined
  useEffect(() => () => run?.abandon(), [run])

  const choose = async (file: File, context: ImportContext, send: SendRow): Promise<void> => {
    const onProgress = (progress: ReadProgress) =>
      setState({ step: 'reading', fileName: file.name, progress })
    setState({ step: 'reading', fileName: file.name })
    const readResult = await worker.read(file, context, onProgress)
    if (isRefusal(readResult)) return setState({ step: 'choose', refusal: readResult, fileName: file.name })
    try {
      const preparedRows: PreparedRows = prepare ? await prepare(readResult, onProgress) : readResult
      const { rows, unchanged = 0 } = preparedRows
      setState({
        step: 'run',
        run: new ImportRun(new ImportRows(rows, importer, readResult.strays), send, handleError),
        fileName: file.name,
        unchanged,
      })
    } catch (error) {
      setState({ step: 'choose' })
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
      rows: rows.indexesInGroup('error').flatMap((index) => errorRow(rows, index)),
      strays: (importer.sheets ?? []).flatMap((sheet) =>
        rows
          .linesOf(sheet.name)
          .filter(({ row }) => row === undefined)
          .map(({ line, rowProblems }) => ({
            sheet: sheet.name,
            line,
            message: rowProblems.map(({ text }) => text).join('\n'),
            wrongColumns: rowProblems.flatMap(({ column }) => column ?? []),
          })),
      ),
    })
    save(bytes, name.replace(/\.xlsx$/i, ` ${t('importer.errorsFile')}.xlsx`))
  }

  return {
    state,
    choose,
    downloadTemplate: () => void downloadTemplate().catch(reportNotWritten),
    downloadErrors: (rows: ImportRows, name: string) =>
      void downloadErrors(rows, name).catch(reportNotWritten),
    reset: () => setState({ step: 'choose' }),
  }
}
