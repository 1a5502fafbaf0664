import type { HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'

const prefix = 'values.'

const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * The answers that are not what they were when the response came in, with what they were. The history is newest
 * first, so the last word about a question is its first answer.
 */
export const changedAnswers = (
  history: readonly HistoryEntry[],
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const changes = history.filter(({ action }) => action === 'update').flatMap((entry) => entry.changes)
  const first = new Map(
    changes
      .filter(({ field }) => field.startsWith(prefix))
      .map(({ field, before }) => [field.slice(prefix.length), before]),
  )
  return Object.fromEntries([...first].filter(([key, before]) => !isSame(before, values[key])))
}
