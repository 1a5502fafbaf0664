import { useState } from 'react'

import { useSignedInUser } from '#platform/session.ts'

/** Unsent comments by user and response, or interview of the inbox, kept when another one is opened. */
const drafts = new Map<string, string>()

const keyOf = (userId: string, responseId: string) => `${userId} ${responseId}`

/** Restores the comment of an undone decision, unless the user has started another one. */
export const restoreDraft = (userId: string, responseId: string, comment: string): void => {
  const key = keyOf(userId, responseId)
  if (comment !== '' && !drafts.has(key)) drafts.set(key, comment)
}

export const useDraft = (responseId: string) => {
  const key = keyOf(useSignedInUser().id, responseId)
  const [text, setText] = useState(drafts.get(key) ?? '')
  const change = (next: string): void => {
    if (next === '') drafts.delete(key)
    else drafts.set(key, next)
    setText(next)
  }
  return [text, change] as const
}
