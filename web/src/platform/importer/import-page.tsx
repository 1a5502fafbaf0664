import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'

import { Page } from '../ui/page.tsx'
import { toast } from '../ui/toast.tsx'
import type { ImportContext } from './checked-row.ts'
import { FileStep } from './file-step.tsx'
import type { SendRow } from './import-run.ts'
import { ImportSteps } from './import-steps.tsx'
import { RunStep } from './run-step.tsx'
import { useImporter } from './use-importer.ts'
import type { Importer } from './use-importer.ts'

import './importer.css'

interface ImportPageProps {
  importer: Importer
  title: string
  intro?: string
  list: { path: string; label: string }
  /** Values added to every row, or a text that explains why they are not known yet. */
  context: ImportContext | string
  send: SendRow
  /** Shown after a run that stored at least one row. spec §8 */
  success: string
  /** Called after rows were stored. */
  onImported: () => void
  /** Fields to fill in before a file is chosen. */
  children?: ReactNode
  /** Shown instead of the template, for files from another source. */
  hint?: ReactNode
}

/** Import in three steps on one page: file, check, import. spec §4, §5 */
export const ImportPage = ({
  importer,
  title,
  intro,
  list,
  context,
  send,
  success,
  onImported,
  children,
  hint,
}: ImportPageProps) => {
  const { opened, choose, downloadTemplate, downloadErrors, reset } = useImporter(importer)
  // The pressed button is gone; moves the focus to the next step.
  const page = useRef<HTMLDivElement>(null)
  const run = opened.step === 'run' ? opened.run : undefined
  // Refreshes lists after any import, also a partial one.
  useEffect(() => (run ? () => onImported() : undefined), [run, onImported])
  useEffect(() => run?.onDone(({ imported }) => imported > 0 && toast.success(success)), [run, success])
  return (
    <Page title={title} back={list} {...(intro !== undefined && { intro })}>
      <div className="import-page" ref={page} tabIndex={-1}>
        <ImportSteps run={run} />
        {opened.step === 'run' ? (
          <RunStep
            key={opened.fileName}
            run={opened.run}
            fileName={opened.fileName}
            shape={importer}
            mode={importer.mode}
            unchanged={opened.unchanged}
            listPath={list.path}
            onAnother={() => {
              reset()
              page.current?.focus()
            }}
            onErrors={() => downloadErrors(opened.run.rows, opened.fileName)}
          />
        ) : (
          <>
            {children}
            <FileStep
              refusal={opened.step === 'choose' ? opened.refusal : undefined}
              fileName={opened.fileName}
              isReading={opened.step === 'reading'}
              progress={opened.step === 'reading' ? opened.progress : undefined}
              notYet={typeof context === 'string' ? context : undefined}
              onFile={(file) => {
                if (typeof context !== 'string') void choose(file, context, send)
              }}
              onTemplate={downloadTemplate}
              hint={hint}
            />
          </>
        )}
      </div>
    </Page>
  )
}
