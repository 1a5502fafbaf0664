import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'

const prefix = 'values.'

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * Returns the original values of answers that differ from when the response was received. The history is
 * newest first, so the last entry about a question has its original value.
 */
export const originalAnswers = (
  history: readonly HistoryEntry[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const changes = history.filter(({ action }) => action === 'update').flatMap((entry) => entry.changes)
  const originalValues = new Map(
    changes
      .filter(({ field }) => field.startsWith(prefix))
      .map(({ field, before }) => [field.slice(prefix.length), before]),
  )
  return Object.fromEntries([...originalValues].filter(([key, before]) => !isSame(before, values[key])))
}
