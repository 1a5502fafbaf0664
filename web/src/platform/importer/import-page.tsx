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
  const { state, choose, downloadTemplate, downloadErrors, reset } = useImporter(importer)
  // The pressed button is gone; moves the focus to the next step.
  const page = useRef<HTMLDivElement>(null)
  const run = state.step === 'run' ? state.run : undefined
  // Refreshes lists after any import, also a partial one.
  useEffect(() => (run ? () => onImported() : undefined), [run, onImported])
  useEffect(() => run?.onDone(({ imported }) => imported > 0 && toast.success(success)), [run, success])
  return (
    <Page title={title} back={list} {...(intro !== undefined && { intro })}>
      <div className="import-page" ref={page} tabIndex={-1}>
        <ImportSteps run={run} />
        {state.step === 'run' ? (
          <RunStep
            key={state.fileName}
            run={state.run}
            fileName={state.fileName}
            shape={importer}
            mode={importer.mode}
            unchanged={state.unchanged}
            listPath={list.path}
            onAnother={() => {
              reset()
              page.current?.focus()
            }}
            onErrors={() => downloadErrors(state.run.rows, state.fileName)}
          />
        ) : (
          <>
            {children}
            <FileStep
              refusal={state.step === 'choose' ? state.refusal : undefined}
              fileName={state.fileName}
              isReading={state.step === 'reading'}
              progress={state.step === 'reading' ? state.progress : undefined}
              blockedReason={typeof context === 'string' ? context : undefined}
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
