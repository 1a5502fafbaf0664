import { validateRecordSearch } from '../list.ts'
import type { ListAddress } from '../paths.ts'

/** Returns the path of the answer that a link to a response leads to. */
export const readAnswer = ({ answer }: ListAddress): string | undefined =>
  typeof answer === 'string' ? answer : undefined

/** Returns the list or the review queue that a response was opened from, and the answer that a link leads to. */
export const readViewAddress = (search: ListAddress): ListAddress => {
  const answer = readAnswer(search)
  return { ...validateRecordSearch(search), ...(answer !== undefined && { answer }) }
}
