/**
 * Checks docs/security/asvs.md: one row for each requirement of asvs-ids.txt, a test or document that exists for each
 * covered one, and the counts in SECURITY.md. usage: npm run check -- asvs
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const page = 'docs/security/asvs.md'
const states = ['covered', 'not applicable', 'missing']
const withoutTest = /^no test: /

interface Row {
  id: string
  state: string
  evidence: string
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const linesOf = (file: string): string[] => readFileSync(file, 'utf8').split('\n')

const required = linesOf(join(import.meta.dirname, 'asvs-ids.txt')).flatMap((line) => {
  const [section = '', numbers = ''] = line.split(': ')
  return numbers ? numbers.split(' ').map((number) => `${section}.${number}`) : []
})
const rows: Row[] = linesOf(page)
  .filter((line) => /^\| \d/.test(line))
  .map(cellsOf)
  .map(([id = '', , , state = '', evidence = '']) => ({ id, state, evidence }))

const problems: string[] = []
const ids = rows.map(({ id }) => id)
for (const id of required) if (!ids.includes(id)) problems.push(`${page}: ${id} has no row`)
for (const [index, id] of ids.entries()) {
  if (!required.includes(id)) problems.push(`${page}: ${id} is not a requirement of level 1 or 2`)
  if (ids.indexOf(id) !== index) problems.push(`${page}: ${id} has two rows`)
}

/** Paths in backticks, such as `api/src/app.test.ts`; check-links.ts checks the links. */
const pathsIn = (evidence: string): string[] =>
  [...evidence.matchAll(/`(\w[^`\s]*\/[^`\s]+\.\w+)`/g)].map(([, path = '']) => path)

for (const { id, state, evidence } of rows) {
  if (!states.includes(state)) problems.push(`${page}: ${id} has the unknown state "${state}"`)
  if (!evidence) problems.push(`${page}: ${id} has no test, reason or time`)
  const paths = pathsIn(evidence)
  for (const path of paths) if (!existsSync(path)) problems.push(`${page}: ${id}: ${path} does not exist`)
  const isProved = paths.length > 0 || evidence.includes('](') || withoutTest.test(evidence)
  if (state === 'covered' && !isProved) problems.push(`${page}: ${id} is covered by no test`)
}

const summary = linesOf('SECURITY.md')
for (const chapter of new Set(required.map((id) => id.split('.')[0] ?? ''))) {
  const own = rows.filter(({ id }) => id.startsWith(`${chapter}.`))
  const count = (state: string) => own.filter((row) => row.state === state).length
  const untested = own.filter(({ state, evidence }) => state === 'covered' && withoutTest.test(evidence))
  const expected = [count('covered'), untested.length, count('not applicable'), count('missing')]
  const found = summary.find((line) => line.startsWith(`| V${chapter} `)) ?? ''
  if (cellsOf(found).slice(1).join(' ') !== expected.join(' '))
    problems.push(`SECURITY.md: the counts of V${chapter} must be ${expected.join(', ')}`)
}

for (const problem of problems) console.error(problem)
console.log(`${String(rows.length)} requirements`)
process.exitCode = problems.length > 0 ? 1 : 0
