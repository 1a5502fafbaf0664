import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

import { handleError } from '../error-funnel.ts'
import { decide } from '../errors.ts'

interface SaveOptions<Values, Saved> {
  /** With the same key for the same values until they are saved: what was done already is not done a second time. */
  save: (values: Values, idempotencyKey: string) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** Puts the errors of fields on their fields; says whether there were any. */
  placeProblems?: (error: unknown) => boolean
}

/**
 * Whether an error leaves the person on their form, with the message there and the request's id.
 * Specification §8 sends "anything else" than 403 and 400 to /500. We read that as what becomes of a page that
 * cannot be loaded: a form has been filled in, and leaving it because the server is away for a moment would
 * throw that work away. 401, 403 and 400 do here what they do everywhere.
 */
export const staysOnForm = (error: unknown): boolean => decide(error).kind === 'failure'

/** One key for one intention, however often it is sent: after a lost answer the person presses Save again. */
const useIntention = () => {
  const intention = useRef<{ sent: string; key: string }>(undefined)
  return {
    keyOf: (values: unknown): string => {
      const sent = JSON.stringify([values])
      if (intention.current?.sent !== sent) intention.current = { sent, key: crypto.randomUUID() }
      return intention.current.key
    },
    fulfil: (): void => {
      intention.current = undefined
    },
  }
}

/** Saves a form, once even for a double click; `SaveFailure` shows what `staysOnForm`. */
export const useSave = <Values, Saved>({ save, onSaved, placeProblems }: SaveOptions<Values, Saved>) => {
  // The state of the mutation arrives with the next render, which a second click does not wait for.
  const isUnderWay = useRef(false)
  const { keyOf, fulfil } = useIntention()
  const mutation = useMutation({
    mutationFn: (values: Values) => save(values, keyOf(values)),
    onSuccess: (saved) => {
      fulfil()
      onSaved(saved)
    },
    onError: (error) => {
      if (!placeProblems?.(error) && !staysOnForm(error)) handleError(error)
    },
    onSettled: () => {
      isUnderWay.current = false
    },
    meta: { handlesErrors: true },
  })
  const mutate = (values: Values): void => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate(values)
  }
  return { ...mutation, mutate }
}
