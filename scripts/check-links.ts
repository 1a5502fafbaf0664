/**
 * Checks that every link between the documents points to an existing file and, after #, to one of its
 * headings, and that sections and decisions that the code refers to exist.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

import { listFiles } from './list-files.ts'

const root = process.cwd()

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
let references = 0
for (const file of listFiles('*.md')) {
  const text = readFileSync(join(root, file), 'utf8').replace(/```[\s\S]*?```/g, '')
  for (const [, target = ''] of text.matchAll(/(?:\]\(|^\[[^\]]+\]: )([^)\s]+)/gm)) {
    if (/^[a-z]+:/i.test(target)) continue
    links += 1
    const [path = '', fragment] = target.split('#')
    const linked = path ? join(root, dirname(file), path) : join(root, file)
    if (!existsSync(linked)) problems.push(`${file}: ${target} does not exist`)
    else if (fragment && statSync(linked).isFile() && !anchorsOf(linked).has(fragment))
      problems.push(`${file}: ${relative(root, linked)} has no heading #${fragment}`)
  }
}

/** References in comments, test titles and documents, such as `spec §4` and `decision 9`. */
const sections = new Set(
  [...readFileSync(join(root, 'docs/product.md'), 'utf8').matchAll(/^## §(\d+)/gm)].map(
    ([, number]) => number,
  ),
)
const decisions = new Set(listFiles('docs/decisions/*.md').map((file) => /(\d+)-[^/]+$/.exec(file)?.[1]))
for (const file of listFiles('*.ts', '*.tsx', '*.sql', '*.css', '*.md')) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const [reference, section, decision] of text.matchAll(/\bspec §(\d+)|\bdecision (\d+)\b/gi)) {
    references += 1
    if (section ? !sections.has(section) : !decisions.has(decision?.padStart(4, '0')))
      problems.push(`${file}: ${reference} does not exist`)
  }
}

for (const problem of problems) console.error(problem)
console.log(`${String(links)} links, ${String(references)} references`)
process.exitCode = problems.length > 0 ? 1 : 0
