/** Runs a step, and prints its duration and a description of its result. */
export const report = async <T>(
  step: string,
  work: () => Promise<T>,
  describe: string | ((result: T) => string),
): Promise<T> => {
  const startedAt = performance.now()
  const result = await work()
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
  const text = typeof describe === 'string' ? describe : describe(result)
  console.log(`${step.padEnd(14)} ${seconds.padStart(7)} s  ${text}`)
  return result
}
