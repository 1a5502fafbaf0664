import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

import { handleError } from '../error-funnel.ts'
import { decide } from '../errors.ts'

interface SaveOptions<Values, Saved> {
  /**
   * Called with the same idempotency key for the same values until they are saved, so that a retry has no
   * effect twice.
   */
  save: (values: Values, idempotencyKey: string) => Promise<Saved>
  onSaved: (saved: Saved) => void
  /** Shows errors at their fields; returns whether there were any. */
  placeProblems?: (error: unknown) => boolean
}

/**
 * Whether an error keeps the user on the form, with the message and the request id. Any error other
 * than 403 and 400 redirects to /500 (spec §8). We apply that to pages that cannot be loaded: leaving a
 * form during a short outage would discard the user's input. 401, 403 and 400 have their usual outcome.
 */
export const staysOnForm = (error: unknown): boolean => decide(error).kind === 'failure'

/** Keeps one idempotency key per set of values: after a lost response the user presses Save again. */
const useIdempotencyKey = () => {
  const attempt = useRef<{ valuesText: string; key: string }>(undefined)
  return {
    keyOf: (values: unknown): string => {
      const valuesText = JSON.stringify([values])
      if (attempt.current?.valuesText !== valuesText)
        attempt.current = { valuesText, key: crypto.randomUUID() }
      return attempt.current.key
    },
    reset: (): void => {
      attempt.current = undefined
    },
  }
}

/**
 * Saves a form, once even on a double click. `SaveFailure` shows the errors for which `staysOnForm` is true.
 */
export const useSave = <Values, Saved>({ save, onSaved, placeProblems }: SaveOptions<Values, Saved>) => {
  // The state of the mutation changes with the next render, which is too late for a second click.
  const isSaving = useRef(false)
  const { keyOf, reset: resetKey } = useIdempotencyKey()
  const mutation = useMutation({
    mutationFn: (values: Values) => save(values, keyOf(values)),
    onSuccess: (saved) => {
      resetKey()
      onSaved(saved)
    },
    onError: (error) => {
      if (!placeProblems?.(error) && !staysOnForm(error)) handleError(error)
    },
    onSettled: () => {
      isSaving.current = false
    },
    meta: { handlesErrors: true },
  })
  const mutate = (values: Values): void => {
    if (isSaving.current) return
    isSaving.current = true
    mutation.mutate(values)
  }
  return { ...mutation, mutate }
}
