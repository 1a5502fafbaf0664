/**
 * Checks "Add an entity" in CONTRIBUTING.md: every file outside the folders of the model entity that mentions
 * it must be named there. `npm run check -- walkthrough`; add `--print` to list those lines.
 */
import { globSync, readFileSync } from 'node:fs'

const entity = 'user-details'
const words = /user[-_]?details/i
/** Folders of the entity itself, and of other entities that refer to it. */
const entities = /^(contract\/src\/user-details|(api|web)\/src\/features\/[^/]+)\//

const section =
  readFileSync('CONTRIBUTING.md', 'utf8')
    .split(/^## /m)
    .find((part) => part.startsWith('Add an entity')) ?? ''
const namedPaths = [...section.matchAll(/`([^`\s]+\/[^`\s]+)`/g)].map(([, path = '']) => path)
/**
 * `api/migrations/NNNN-<entity>.sql` matches a file of this entity, `contract/src/messages` everything below
 * it.
 */
const patterns = namedPaths.map((path) =>
  RegExp(
    `^${path
      .replaceAll('.', String.raw`\.`)
      .replace('NNNN', String.raw`\d{4}`)
      .replace('<entity>', entity)}`,
  ),
)

const files = globSync('{contract,api,web,e2e,scripts}/**/*.{ts,tsx,sql}', {
  exclude: ['**/node_modules/**', '**/dist/**', 'scripts/check-*.ts', 'scripts/seed/**'],
}).filter((file) => !entities.test(file))

let count = 0
const unnamed = new Set<string>()
for (const file of files.toSorted())
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    if (!words.test(line)) continue
    count += 1
    if (process.argv.includes('--print')) console.log(`${file}:${String(index + 1)}: ${line.trim()}`)
    if (!patterns.some((pattern) => pattern.test(file))) unnamed.add(file)
  }

for (const file of unnamed)
  console.error(`${file}: needed by ${entity}, but "Add an entity" does not name it`)
console.log(
  `${String(count)} lines of ${entity} outside its own folders, ${String(namedPaths.length)} places named`,
)
process.exitCode = unnamed.size > 0 || namedPaths.length === 0 ? 1 : 0
