/**
 * Checks the walkthroughs of CONTRIBUTING.md: the section must name every file that mentions the model of the
 * walkthrough. `npm run check -- walkthrough`; `node scripts/check-walkthrough.ts --print` lists those lines.
 */
import { globSync, readFileSync } from 'node:fs'

interface Walkthrough {
  /** Heading of the section. */
  title: string
  model: string
  words: RegExp
  /** Placeholders in the paths of the section. */
  placeholders: Readonly<Record<string, string>>
  folders: string
  /** Files that mention the model but need no change for another one. */
  ignored: RegExp
  /** Maximum number of files; a path with a placeholder counts once, and subsections do not count. */
  maxFiles?: number
}

const anyNumber = { NNNN: String.raw`\d{4}` }

const walkthroughs: readonly Walkthrough[] = [
  {
    title: 'Add an entity',
    model: 'user-details',
    words: /user[-_]?details/i,
    placeholders: { ...anyNumber, '<entity>': 'user-details' },
    folders: '{contract,api,web,e2e,scripts}',
    // Folders of the entity itself, and files of other entities that refer to it.
    ignored:
      /^(contract\/src\/(user-details|devices|iam|data-protection)|(api|web)\/src\/features\/[^/]+|scripts\/seed)\/|(teams|memberships|devices?(\.test|\.spec)?|erasure|data-protection(-command)?|scope-\w+\.test|access-limits\.spec|own-responses\.test|auth\/(actor|scope(\.test)?)|enumerators(\.alone)?|own-interviews|phones?(\.spec)?)\.\w+$/,
  },
  {
    title: 'Add a column to survey responses',
    model: 'villageCategory',
    words: /village_?category/i,
    placeholders: { ...anyNumber, '<column>': '.*' },
    folders: '{contract,api,web}',
    // Tests, texts, and other features, which use columns for their own figures.
    ignored: /\.test\.tsx?$|\/testing\/|\/messages\.|\/src\/features\/(?!survey-responses\/)/,
    maxFiles: 8,
  },
]

const contributing = readFileSync('CONTRIBUTING.md', 'utf8')
const prints = process.argv.includes('--print')
let isComplete = true

const report = (problem: string): void => {
  console.error(problem)
  isComplete = false
}

/** Returns patterns of the paths in a text. A path of a folder matches everything below it. */
const patternsIn = (text: string, placeholders: Walkthrough['placeholders']): RegExp[] =>
  [...text.matchAll(/`([^`\s]+\/[^`\s]+)`/g)].map(([, path = '']) => {
    let pattern = path.replaceAll('.', String.raw`\.`)
    for (const [name, value] of Object.entries(placeholders)) pattern = pattern.replace(name, value)
    return RegExp(`^${pattern}`)
  })

/** Returns the lines of each file that mention the model. */
const findLines = ({ words, folders, ignored }: Walkthrough): Map<string, string[]> => {
  const files = globSync(`${folders}/**/*.{ts,tsx,sql}`, {
    exclude: ['**/node_modules/**', '**/dist/**', 'scripts/check-*.ts'],
  }).filter((file) => !ignored.test(file))
  const linesByFile = new Map<string, string[]>()
  for (const file of files.toSorted()) {
    const lines = readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) => (words.test(line) ? [`${file}:${String(index + 1)}: ${line.trim()}`] : []))
    if (lines.length > 0) linesByFile.set(file, lines)
  }
  return linesByFile
}

for (const walkthrough of walkthroughs) {
  const { title, model, placeholders, maxFiles = Infinity } = walkthrough
  const section = contributing.split(/^## /m).find((part) => part.startsWith(`${title}\n`)) ?? ''
  const [steps = '', ...subsections] = section.split(/^### /m)
  const needed = patternsIn(steps, placeholders)
  const optional = patternsIn(subsections.join(''), placeholders)
  if (needed.length === 0) report(`CONTRIBUTING.md has no section "${title}" with paths`)
  const linesByFile = findLines(walkthrough)
  const places = new Set<RegExp | string>()
  for (const [file, lines] of linesByFile) {
    if (prints) console.log(lines.join('\n'))
    const pattern = needed.find((one) => one.test(file))
    if (!pattern && optional.some((one) => one.test(file))) continue
    places.add(pattern ?? file)
    if (!pattern) report(`${file}: needed by ${model}, but "${title}" does not name it`)
  }
  if (places.size > maxFiles)
    report(`${model} is in ${String(places.size)} files, but at most ${String(maxFiles)} are allowed`)
  const lineCount = [...linesByFile.values()].flat().length
  console.log(`${title}: ${String(lineCount)} lines of ${model}, in ${String(places.size)} places`)
}

process.exitCode = isComplete ? 0 : 1
