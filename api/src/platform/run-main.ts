import { inspect } from 'node:util'

import { explainStartError } from '@baseline/contract/start-error.ts'

/** Runs the main function of a process or command. Prints an error of the operator in one line, and exits with 1. */
export const runMain = async (main: () => Promise<void>): Promise<void> => {
  try {
    await main()
  } catch (error) {
    process.stderr.write(`${explainStartError(error) ?? inspect(error)}\n`)
    process.exit(1)
  }
}
