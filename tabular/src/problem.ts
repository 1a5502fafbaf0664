/**
 * Why a file cannot be read: not a workbook, protected by a password, damaged, over a limit, or over a limit
 * only after it is unpacked, which its size and rows do not show.
 */
export type FileProblem = 'notExcel' | 'protected' | 'damaged' | 'tooLarge' | 'unpacked'

export class TabularError extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
