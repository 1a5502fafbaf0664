import { useEffect, useMemo, useState } from 'react'

import { handleError } from '../error-funnel.ts'
import { t } from '../i18n.ts'
import { saveFile } from '../save-file.ts'
import { toast } from '../ui/toast.tsx'
import type { ImportContext, Refusal } from './checked-row.ts'
import type { ImportColumn } from './columns.ts'
import { ImportRows } from './import-rows.ts'
import { ImportRun } from './import-run.ts'
import type { SendRow } from './import-run.ts'
import { ImportWorker } from './import-worker.ts'
import type { ReadProgress } from './import-worker.ts'
import { reasonTexts, sheetTexts } from './sheet-texts.ts'

/** What an entity says about its importer; everything else is the same for all. */
export interface Importer {
  columns: readonly ImportColumn[]
  /** The name of its template, without the ending. */
  fileName: string
  startWorker: () => Worker
  /** What the guide of the template says below the columns. */
  guide?: readonly string[][]
}

export type Opened =
  | { step: 'choose'; refusal?: Refusal; fileName?: string }
  | { step: 'reading'; fileName: string; progress?: ReadProgress }
  | { step: 'run'; run: ImportRun; fileName: string }

const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const save = (bytes: Uint8Array<ArrayBuffer>, name: string): void =>
  saveFile(new Blob([bytes], { type: excelType }), name)

/** What cannot be written leaves the page as it is: the rows are still there. */
const tellNotWritten = (): void => toast.error(t('importer.notWritten'))

/** A screen that imports files, one after the other. */
export const useImporter = ({ columns, fileName, startWorker, guide }: Importer) => {
  const [opened, setOpened] = useState<Opened>({ step: 'choose' })
  const worker = useMemo(() => new ImportWorker(startWorker), [startWorker])
  useEffect(() => () => worker.stop(), [worker])
  const run = opened.step === 'run' ? opened.run : undefined
  useEffect(() => () => run?.abandon(), [run])

  const choose = async (file: File, context: ImportContext, send: SendRow): Promise<void> => {
    setOpened({ step: 'reading', fileName: file.name })
    const read = await worker.read(file, context, (progress) =>
      setOpened({ step: 'reading', fileName: file.name, progress }),
    )
    setOpened(
      Array.isArray(read)
        ? {
            step: 'run',
            run: new ImportRun(new ImportRows(read, columns), send, handleError),
            fileName: file.name,
          }
        : { step: 'choose', refusal: read, fileName: file.name },
    )
  }

  const downloadTemplate = async (): Promise<void> =>
    save(await worker.write({ type: 'template', texts: sheetTexts(columns, guide) }), `${fileName}.xlsx`)

  /** The person's own rows, with the reason beside each; what is stored already needs no mending. */
  const downloadErrors = async (rows: ImportRows, name: string): Promise<void> => {
    const bytes = await worker.write({
      type: 'errors',
      texts: sheetTexts(columns, guide),
      reason: reasonTexts(),
      rows: rows.inGroup('error').flatMap((index) => {
        const problems = rows.problemsOf(index)
        const row = rows.rows[index]
        if (!row) return []
        return [
          {
            line: row.line,
            why: problems.map(({ text }) => text).join('\n'),
            wrong: problems.flatMap(({ column }) => column ?? []),
          },
        ]
      }),
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
