import type { CheckedRow } from './checked-row.ts'

/** Tells whether a row, or a row of a further sheet that belongs to it, has a problem. */
export const hasProblems = ({ problems, lines = [] }: Pick<CheckedRow, 'problems' | 'lines'>): boolean =>
  problems.length > 0 || lines.some((line) => line.problems.length > 0)
