import type { CheckedRow } from './checked-row.ts'

/** Whether a row, or one of its rows in further sheets, has a problem. */
export const hasProblems = ({ problems, lines = [] }: Pick<CheckedRow, 'problems' | 'lines'>): boolean =>
  problems.length > 0 || lines.some((line) => line.problems.length > 0)
