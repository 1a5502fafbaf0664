import { RE2JS } from 're2js'

import { ExpressionError } from './problem.ts'

/** Limits the length of a pattern and the size of the program that it compiles to. */
export const patternLimits = { characters: 300, program: 1_000 }

/** A compiled pattern of `regex()`. */
export interface Pattern {
  /** As the author wrote it. */
  readonly source: string
  /** Whether the pattern matches the whole text. */
  readonly matches: (text: string) => boolean
}

/**
 * Characters of one class with a length, such as `^[a-z ]{1,1000}$`, which authors use to limit a text. RE2 repeats
 * the class in its program, so the length is counted instead.
 */
const lengthPattern = /^\^?(\[(?:[^\]\\]|\\.)+\]|\\[dwsDWS]|\.)\{(\d{1,5}),(\d{1,5})\}\$?$/

const countedPattern = (pattern: string): Pattern | undefined => {
  const [, characters, least, most] = lengthPattern.exec(pattern) ?? []
  if (characters === undefined) return undefined
  const compiled = RE2JS.compile(`${characters}*`)
  return {
    source: pattern,
    matches: (text) => {
      const { length } = Array.from(text)
      return length >= Number(least) && length <= Number(most) && compiled.matches(text)
    },
  }
}

/** Matching time grows with the length of the answer times the compiled size of the pattern. */
export const compilePattern = (pattern: string): Pattern => {
  if (pattern.length <= patternLimits.characters) {
    try {
      const counted = countedPattern(pattern)
      if (counted) return counted
      const compiled = RE2JS.compile(pattern)
      if (compiled.programSize() <= patternLimits.program)
        return { source: pattern, matches: (text) => compiled.matches(text) }
    } catch {
      // The library's own message is English only and names neither sheet nor row.
    }
  }
  throw new ExpressionError('entities.surveys.expression.badPattern', { pattern: pattern.slice(0, 60) })
}
