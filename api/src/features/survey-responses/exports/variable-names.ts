import { longestVariable, variableName } from '@baseline/contract/survey-exports/variable-name.ts'

/** Returns names that Stata and SPSS accept, unique regardless of case, in the order of the keys. */
export const variableNames = (keys: readonly string[]): string[] => {
  const taken = new Set<string>()
  return keys.map((key) => {
    const wanted = variableName(key)
    let name = wanted
    for (let at = 2; taken.has(name.toLowerCase()); at += 1) {
      const tail = `_${String(at)}`
      name = wanted.slice(0, longestVariable - tail.length) + tail
    }
    taken.add(name.toLowerCase())
    return name
  })
}
