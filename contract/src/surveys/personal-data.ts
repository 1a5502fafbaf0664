import { namesWith } from '../facts.ts'
import { responseColumns } from '../survey-responses/columns.ts'
import type { Question } from './master.ts'

/** Columns of a response that identify a person or their home. */
export const personalColumns = [
  ...namesWith(responseColumns, 'personal'),
  'location' as const,
  'photos' as const,
].toSorted()

export const isPersonalColumn = (column: string): boolean =>
  personalColumns.some((personal) => personal === column)

/**
 * Whether the answer identifies a person or their home: the author flagged the question, it is a picture or a
 * location, or it fills a personal column. No other place defines this.
 */
export const isPersonalQuestion = ({
  personal,
  type,
  feeds,
}: Pick<Question, 'personal' | 'type' | 'feeds'>) =>
  personal || type === 'photo' || type === 'location' || (feeds !== undefined && isPersonalColumn(feeds))
