import type { CompiledItem } from './compile-survey.ts'
import type { SurveyState } from './evaluate-survey.ts'
import { isAsked } from './master.ts'

/** Returns the path of an answer: `age`, or `members.0.age`. */
export const pathOf = (key: string, repeat: string | undefined, row: number): string =>
  repeat === undefined ? key : `${repeat}.${String(row)}.${key}`

/** Returns the paths of answers to hidden questions; a hidden repeat is named as a whole. */
export const hiddenPaths = (
  state: SurveyState,
  compiled: CompiledItem,
  givenRows: (repeat: string) => number,
): string[] => {
  const { item, repeat } = compiled
  if (item.kind === 'repeat') return givenRows(item.key) > 0 && !state.isShown(compiled, 0) ? [item.key] : []
  const enclosingRepeat = repeat === undefined ? undefined : state.compiled.items.get(repeat)
  if (item.kind === 'group' || (enclosingRepeat && !state.isShown(enclosingRepeat, 0))) return []
  // No user entered these answers.
  if (!isAsked(item) || compiled.calculation) return []
  return state.cells(item.key).flatMap((cell, row) => {
    const isAnswered = 'wrong' in cell || cell.answer !== undefined
    return isAnswered && !state.isShown(compiled, row) ? [pathOf(item.key, repeat, row)] : []
  })
}
