/**
 * Checks that only contract/src/permissions.ts decides by the name of a role: other code asks `can()` for a
 * permission. `npm run check -- roles`
 */
import { globSync, readFileSync } from 'node:fs'

import { roles } from '../contract/src/permissions.ts'

const files = globSync('{contract,tabular,identity,api,web}/src/**/*.{ts,tsx}', {
  exclude: [
    'contract/src/permissions.ts',
    '**/*.test.ts',
    '**/*.test.tsx',
    '**/testing/**',
    // Texts, with the labels of the roles.
    '**/*.en.ts',
    '**/*.pt-BR.ts',
  ],
})

/** Matches the name of a role as a text. */
const anyRole = RegExp(`(['"\`])(${roles.join('|')})\\1`, 'g')
/** Figures and filters have a dimension with this name, so it counts only on a line about roles. */
const dimension = 'supervisor'

const isDecision = (line: string): boolean =>
  [...line.matchAll(anyRole)].some(([, , name]) => name !== dimension || /roles?\b/i.test(line))

const withoutComment = (line: string): string => line.replace(/^\s*(\/\/|\/?\*).*|\s\/\/ .*$/, '')

let violations = 0
for (const file of files.toSorted())
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries())
    if (isDecision(withoutComment(line))) {
      violations += 1
      console.error(`${file}:${String(index + 1)}: decides by a role, not by a permission: ${line.trim()}`)
    }

console.log(`${String(files.length)} files, ${String(violations)} decisions by the name of a role`)
process.exitCode = violations > 0 || files.length === 0 ? 1 : 0
