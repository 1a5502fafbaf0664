import { handleError } from './error-funnel.ts'
import { decide, messageOf } from './errors.ts'
import { toast } from './ui/toast.tsx'

/**
 * For work whose screen is still good when a call of it fails: what the funnel would take to an error page is told where
 * one is, so that nobody loses their place or their words. Goes with `meta: { handlesErrors: true }`.
 */
export const tellHere = (error: unknown): void =>
  decide(error).kind === 'failure' ? toast.error(messageOf(error)) : handleError(error)
