const isInteger = (value: string): boolean => /^-?(?:0|[1-9]\d{0,8})$/.test(value)

/**
 * Returns a numeric code for each choice, for files that hold numbers only. `lists` are the values of each
 * version, oldest first. A new value that is a whole number is its own code, if that is free; any other value
 * takes the next number after the largest. A later version can therefore not change the codes of an earlier
 * export.
 */
export const choiceCodes = (lists: readonly (readonly string[])[]): ReadonlyMap<string, number> => {
  const codes = new Map<string, number>()
  const usedCodes = new Set<number>()
  let largest = 0
  const assign = (value: string, code: number): void => {
    codes.set(value, code)
    usedCodes.add(code)
    largest = Math.max(largest, code)
  }
  for (const list of lists) {
    for (const value of list)
      if (!codes.has(value) && isInteger(value) && !usedCodes.has(Number(value))) assign(value, Number(value))
    for (const value of list) if (!codes.has(value)) assign(value, largest + 1)
  }
  return codes
}
