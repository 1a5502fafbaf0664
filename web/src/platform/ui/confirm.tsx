import { Suspense, lazy, useState } from 'react'
import type { ReactNode } from 'react'

import type { Question } from './confirm-dialog.tsx'

/** Loaded on demand, because most visits need no confirmation. */
const ConfirmDialog = lazy(async () => ({ default: (await import('./confirm-dialog.tsx')).ConfirmDialog }))

/** Requests confirmation before an action on records, with their names and number. */
export const useConfirm = (): [(question: Question) => Promise<boolean>, ReactNode] => {
  const [request, setRequest] = useState<{
    question: Question
    number: number
    answer: (isConfirmed: boolean) => void
  }>()
  const confirm = (question: Question): Promise<boolean> =>
    new Promise((answer) => {
      setRequest((previous) => ({ question, answer, number: (previous?.number ?? 0) + 1 }))
    })
  const holder = request && (
    <Suspense>
      <ConfirmDialog key={request.number} question={request.question} onAnswer={request.answer} />
    </Suspense>
  )
  return [confirm, holder]
}
