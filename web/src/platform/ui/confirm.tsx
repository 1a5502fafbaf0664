import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'

import type { Question } from './confirm-dialog.tsx'

/** Loaded on demand, because most visits need no confirmation. */
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Requests confirmation before an action on records, with their names and number. */
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
