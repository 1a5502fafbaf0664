/** Why a file is not read: no workbook at all, locked by a password, damaged, or more than is allowed. */
export type FileProblem = 'notExcel' | 'protected' | 'damaged' | 'tooLarge'

export class TabularError extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
