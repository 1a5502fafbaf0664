import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'

import type { Question } from './confirm-dialog.tsx'

/** Most visits destroy nothing. */
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Asks before something is done to records; what is destroyed is named and counted before it is. */
export const useConfirm = (): [(question: Question) => Promise<boolean>, ReactNode] => {
  const [asked, setAsked] = useState<{
    question: Question
    number: number
    answer: (agreed: boolean) => void
  }>()
  const confirm = (question: Question): Promise<boolean> =>
    new Promise((answer) => {
      setAsked((before) => ({ question, answer, number: (before?.number ?? 0) + 1 }))
    })
  const holder = asked && (
    <Suspense>
      <ConfirmDialog key={asked.number} question={asked.question} onAnswer={asked.answer} />
    </Suspense>
  )
  return [confirm, holder]
}
