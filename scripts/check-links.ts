/**
 * Checks that every link between the documents points to an existing file and, after #, to one of its
 * headings.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

const root = process.cwd()

const markdownFiles = (): string[] => {
  const git = ['ls-files', '--cached', '--others', '--exclude-standard', '*.md']
  try {
    return execFileSync('git', git, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .split('\n')
      .filter((file) => file && existsSync(join(root, file)))
  } catch {
    // Outside a repository, as in a copy of the project: searches the file system.
    return execFileSync('find', ['.', '-name', '*.md', '-not', '-path', '*/node_modules/*'], { cwd: root })
      .toString()
      .split('\n')
      .filter(Boolean)
  }
}

/** Returns the anchor as code hosts build it: lower case, words joined by hyphens, no punctuation. */
const toAnchor = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')

const anchorsOf = (file: string) =>
  new Set(
    [...readFileSync(file, 'utf8').matchAll(/^#{1,6}\s+(.+)$/gm)].map(([, heading = '']) =>
      toAnchor(heading),
    ),
  )

const problems: string[] = []
let links = 0
for (const file of markdownFiles()) {
  const text = readFileSync(join(root, file), 'utf8').replace(/```[\s\S]*?```/g, '')
  for (const [, target = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^[a-z]+:/i.test(target)) continue
    links += 1
    const [path = '', fragment] = target.split('#')
    const linked = path ? join(root, dirname(file), path) : join(root, file)
    if (!existsSync(linked)) problems.push(`${file}: ${target} does not exist`)
    else if (fragment && statSync(linked).isFile() && !anchorsOf(linked).has(fragment))
      problems.push(`${file}: ${relative(root, linked)} has no heading #${fragment}`)
  }
}

for (const problem of problems) console.error(problem)
console.log(`${String(links)} links`)
process.exitCode = problems.length > 0 ? 1 : 0
