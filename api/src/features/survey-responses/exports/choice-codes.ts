const isWhole = (value: string): boolean => /^-?(?:0|[1-9]\d{0,8})$/.test(value)

/**
 * Returns a numeric code for each choice, for files that hold numbers only. `lists` are the values of each
 * version, oldest first. A new value that is a whole number is its own code, if that is free; any other value
 * takes the next number after the largest. A later version can therefore not change the codes of an earlier
 * export.
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
