import { AppError } from '@baseline/contract/errors.ts'
import type { FieldProblem } from '@baseline/contract/validation.ts'

/** The version a caller wants to replace, as `"3"` or `3`; without the header whatever is there is replaced. */
export const readIfMatch = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined
  const [, quoted, plain] = /^(?:"(\d{1,9})"|(\d{1,9}))$/.exec(header.trim()) ?? []
  const version = quoted ?? plain
  if (version === undefined) {
    const problem: FieldProblem = { path: 'If-Match', key: 'validation.mixed.default', params: {} }
    throw new AppError('errors.invalid', { problems: [problem] })
  }
  return Number(version)
}

/**
 * Refuses to overwrite what somebody else has saved in the meantime, and shows it. Give the record as its GET
 * would answer, from a row that is locked: otherwise two callers with the same version both pass.
 */
export const requireVersion = (
  { ifMatch }: { ifMatch: number | undefined },
  current: { version: number },
): void => {
  if (ifMatch !== undefined && ifMatch !== current.version) throw new AppError('errors.conflict', { current })
}
