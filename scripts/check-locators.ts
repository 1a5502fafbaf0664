/**
 * Checks that the browser tests find elements by role, label or text, as users do, and wait for conditions. A
 * comment on the line or directly above it allows an exception: `// Selector: reason` or `// Wait: reason`.
 */
import { globSync, readFileSync } from 'node:fs'

/** Selectors of ARIA states are allowed, because Playwright has no other locator for some of them. */
const rules = [
  {
    pattern: /\.(locator|waitForSelector|\$\$?)\((?!['"`]\[aria-[a-z]+(="?\w+"?)?\]['"`]\))/,
    reason: 'Selector',
    problem: 'finds an element by a selector instead of its role, label or text',
  },
  {
    pattern: /\.(querySelector(All)?|closest|matches)(<[^(]*>)?\(\s*['"`][^'"`]*\.[a-z]/,
    reason: 'Selector',
    problem: 'finds an element by its class',
  },
  { pattern: /\.waitForTimeout\(/, reason: 'Wait', problem: 'waits for a time instead of a condition' },
] as const

/** Returns the comment on the line, with the comment lines directly above it. */
const commentAt = (lines: readonly string[], index: number): string => {
  let first = index
  while (lines[first - 1]?.trim().startsWith('//')) first -= 1
  return lines
    .slice(first, index + 1)
    .map((line) => /\/\/.*$/.exec(line)?.[0] ?? '')
    .join('\n')
}

const problemsIn = (file: string): string[] => {
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap((line, index) =>
    rules
      .filter(
        ({ pattern, reason }) =>
          pattern.test(line) && !RegExp(`// ${reason}: \\S`).test(commentAt(lines, index)),
      )
      .map(({ problem }) => `${file}:${String(index + 1)} ${problem}: ${line.trim()}`),
  )
}

const files = globSync('e2e/src/**/*.ts')
const problems = files.flatMap(problemsIn)
for (const problem of problems) console.error(problem)
console.log(`${String(files.length)} files of browser tests`)
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0
