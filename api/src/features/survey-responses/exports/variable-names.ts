import { maxVariableLength, variableName } from '@baseline/contract/survey-responses/exports/variable-name.ts'

/** Returns names that Stata and SPSS accept, unique regardless of case, in the order of the keys. */
export const variableNames = (keys: readonly string[]): string[] => {
  const usedNames = new Set<string>()
  return keys.map((key) => {
    const base = variableName(key)
    let name = base
    for (let number = 2; usedNames.has(name.toLowerCase()); number += 1) {
      const suffix = `_${String(number)}`
      name = base.slice(0, maxVariableLength - suffix.length) + suffix
    }
    usedNames.add(name.toLowerCase())
    return name
  })
}
