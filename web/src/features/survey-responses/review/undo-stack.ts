import type { StatusJob } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import { useSyncExternalStore } from 'react'

import { useSignedInUser } from '#platform/session.ts'

import type { BulkVerb } from '../decisions.ts'
import type { ListAddress } from '../paths.ts'

interface UndoableBase {
  userId: string
  /** Idempotency key, shared by all attempts to undo the decision. */
  key: string
}

/** A decision about one response. An undo restores its comment. */
export interface UndoableDecision extends UndoableBase {
  kind: 'one'
  /** The record after the decision. */
  record: SurveyResponse
  address: ListAddress
  comment: string
}

export interface UndoableReview extends UndoableBase {
  kind: 'many'
  verb: BulkVerb
  job: StatusJob
}

export type Undoable = UndoableDecision | UndoableReview

/** Decisions of this tab, newest last. The server enforces the rules of an undo. */
let stack: readonly Undoable[] = []
const listeners = new Set<() => void>()

const change = (next: readonly Undoable[]): void => {
  stack = next
  for (const listener of listeners) listener()
}

const maxStackLength = 50

export const rememberUndoable = (undoable: Undoable): void =>
  change([...stack, undoable].slice(-maxStackLength))

export const forgetUndoable = (undoable: Undoable): void => change(stack.filter((one) => one !== undoable))

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Returns the last decision of the current user that can still be undone from this tab. */
export const useLastUndoable = (): Undoable | undefined => {
  const { id } = useSignedInUser()
  const last = useSyncExternalStore(subscribe, () => stack).at(-1)
  return last?.userId === id ? last : undefined
}
