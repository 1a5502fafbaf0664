const startedAt = performance.now()
const secondsSince = (time: number): string => `${((performance.now() - time) / 1000).toFixed(1)} s`

/** Prints a line with the time since the start. */
export const print = (text: string): void => console.log(`${secondsSince(startedAt).padStart(8)}  ${text}`)

/** Prints a figure. If it is wrong, the run continues and ends with exit code 1. */
export const requireThat = (isRight: boolean, text: string): void => {
  if (!isRight) process.exitCode = 1
  print(`  ${isRight ? 'ok    ' : 'FAILED'} ${text}`)
}

/** Prints the duration of a step. */
export const timed = async <T>(step: string, work: () => Promise<T>): Promise<T> => {
  const time = performance.now()
  const result = await work()
  print(`  ${step}: ${secondsSince(time)}`)
  return result
}
