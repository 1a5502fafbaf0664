import { handleError } from './error-funnel.ts'
import { decide, messageOf } from './errors.ts'
import { toast } from './ui/toast.tsx'

/**
 * Shows an error as a toast instead of an error page, for screens that stay usable after a failed call, so
 * that the user keeps the position and the input. Use with `meta: { handlesErrors: true }`.
 */
export const toastError = (error: unknown): void =>
  decide(error).kind === 'failure' ? toast.error(messageOf(error)) : handleError(error)
