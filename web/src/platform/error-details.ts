import { IssueDetails } from '@baseline/contract/error-details.ts'
import type { ErrorIssue } from '@baseline/contract/error-details.ts'

import { ApiError } from './errors.ts'

/** Returns the issues of a refused request. */
export const serverIssues = (error: unknown): readonly ErrorIssue[] =>
  error instanceof ApiError && error.status === 400
    ? (IssueDetails.safeParse(error.details).data?.issues ?? [])
    : []
