import { z } from 'zod'

/** One field that the server refused. The message is in the language of the caller. spec §8 */
export const ErrorIssue = z.object({
  path: z.string(),
  /** A message key; a newer server may send one that this version does not know. */
  key: z.string(),
  params: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  message: z.string(),
})
export type ErrorIssue = z.infer<typeof ErrorIssue>

/** Details of a 400 that names fields. */
export const IssueDetails = z.object({ issues: z.array(ErrorIssue) })

/** Details of a 409: the current record as its GET returns it, and who saved it when. */
export const ConflictDetails = z.object({
  current: z.looseObject({ version: z.number() }),
  savedBy: z.string().optional(),
  savedAt: z.string().optional(),
})
export type ConflictDetails = z.infer<typeof ConflictDetails>
