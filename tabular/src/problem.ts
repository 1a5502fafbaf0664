/**
 * Why a file is not read: no workbook at all, locked by a password, damaged, more than is allowed, or unpacked to more
 * than is allowed, which nobody sees from its size or its rows.
 */
export type FileProblem = 'notExcel' | 'protected' | 'damaged' | 'tooLarge' | 'unpacked'

export class TabularError extends Error {
  readonly problem: FileProblem

  constructor(problem: FileProblem, options?: ErrorOptions) {
    super(problem, options)
    this.problem = problem
  }
}
