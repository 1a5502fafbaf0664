import { useSyncExternalStore } from 'react'

import { t } from '../i18n.ts'
import type { ImportRun, RunState } from './import-run.ts'

const steps = ['file', 'check', 'import'] as const
const subscribeToNothing = () => () => undefined
const noState = (): RunState | undefined => undefined

/** Shows the current step: choosing a file, checking it, or importing it. */
export const ImportSteps = ({ run }: { run: ImportRun | undefined }) => {
  const state = useSyncExternalStore(run?.subscribe ?? subscribeToNothing, run?.state ?? noState)
  const current = state ? (state.phase === 'checked' ? 'check' : 'import') : 'file'
  return (
    <ol className="import-steps">
      {steps.map((step) => (
        <li key={step} aria-current={step === current ? 'step' : undefined}>
          {t(`importer.steps.${step}`)}
        </li>
      ))}
    </ol>
  )
}
