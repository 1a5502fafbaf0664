/**
 * Refuses CSS selectors in locators, class names in DOM queries and fixed waits in the browser tests. Tests find
 * elements by role, label or text, as users do, and wait for conditions. To allow an exception, add a comment on
 * the same line or directly above: `// Selector: reason` or `// Wait: reason`.
 */
import { globSync, readFileSync } from 'node:fs'

const rules = [
  {
    // Allows `[aria-…]` selectors, because Playwright has no locator for some ARIA states, such as `aria-busy`.
    pattern: /\.(locator|waitForSelector|\$\$?)\((?!['"`]\[aria-[a-z]+(="?\w+"?)?\]['"`]\))/,
    keyword: 'Selector',
    problem: 'finds an element by a selector instead of its role, label or text',
  },
  {
    pattern: /\.(querySelector(All)?|closest|matches)(<[^(]*>)?\(\s*['"`][^'"`]*\.[a-z]/,
    keyword: 'Selector',
    problem: 'finds an element by its class',
  },
  { pattern: /\.waitForTimeout\(/, keyword: 'Wait', problem: 'waits for a time instead of a condition' },
] as const

/** Returns the comment at the end of a line and the comment lines directly above it. */
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
        ({ pattern, keyword }) =>
          pattern.test(line) && !RegExp(`// ${keyword}: \\S`).test(commentAt(lines, index)),
      )
      .map(({ problem }) => `${file}:${String(index + 1)} ${problem}: ${line.trim()}`),
  )
}

const files = globSync('e2e/src/**/*.ts')
const problems = files.flatMap(problemsIn)
for (const problem of problems) console.error(problem)
console.log(`checked ${String(files.length)} files of browser tests`)
process.exitCode = problems.length > 0 || files.length === 0 ? 1 : 0
