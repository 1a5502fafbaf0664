import { ConflictDetails, IssueDetails } from '@baseline/contract/error-details.ts'
import type { ErrorIssue } from '@baseline/contract/error-details.ts'

import { ApiError } from './errors.ts'

/** Returns the issues of a refused request. */
export const serverIssues = (error: unknown): readonly ErrorIssue[] =>
  error instanceof ApiError && error.status === 400
    ? (IssueDetails.safeParse(error.details).data?.issues ?? [])
    : []

/** Returns the current record of a 409, with its author and time. */
export const serverConflict = (error: unknown): ConflictDetails | undefined =>
  error instanceof ApiError && error.status === 409
    ? ConflictDetails.safeParse(error.details).data
    : undefined
