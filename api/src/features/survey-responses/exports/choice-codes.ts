const isWhole = (value: string): boolean => /^-?(?:0|[1-9]\d{0,8})$/.test(value)

/**
 * What each answer is in files that hold numbers only. `lists` are the values of each version, oldest first: what a version
 * adds takes its own number where it is one that nobody has, else the next after the largest. So no later version can change
 * what an answer was in an earlier export.
 */
export const choiceCodes = (lists: readonly (readonly string[])[]): ReadonlyMap<string, number> => {
  const codes = new Map<string, number>()
  const taken = new Set<number>()
  let largest = 0
  const give = (value: string, code: number): void => {
    codes.set(value, code)
    taken.add(code)
    largest = Math.max(largest, code)
  }
  for (const list of lists) {
    for (const value of list)
      if (!codes.has(value) && isWhole(value) && !taken.has(Number(value))) give(value, Number(value))
    for (const value of list) if (!codes.has(value)) give(value, largest + 1)
  }
  return codes
}
