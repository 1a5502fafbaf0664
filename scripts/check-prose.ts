/**
 * Refuses wording that readers stumble over, in comments, strings, declared names and documents. Strings include
 * test titles, messages of errors and the English interface texts. The rules are in prose/rules.ts.
 * usage: npm run check -- prose
 */
import { readFileSync } from 'node:fs'

import { listFiles } from './list-files.ts'
import { readTexts } from './prose/read-texts.ts'
import type { Text } from './prose/read-texts.ts'
import { nameRules, openingRules, wordRules } from './prose/rules.ts'
import type { Rule } from './prose/rules.ts'

const maxLineLength = 140
const files = listFiles(
  '*.ts',
  '*.tsx',
  '*.mjs',
  '*.sql',
  '*.css',
  '*.sh',
  '*.conf',
  '*.md',
  '.ci/run',
).filter(
  (file) =>
    // Generated, or not English, or a list of planted violations.
    !/^web\/public\/theme\/|pt-BR\.ts$|^scripts\/(check-canaries|prose\/rules)\.ts$/.test(file),
)

const problems: string[] = []
let count = 0

const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`|\]\([^)]*\)|https?:\S+/g, 'X')

/** A string of one or two words is a value, not a sentence. */
const isText = ({ kind, text }: Text): boolean => kind !== 'string' || /\w+ \w+ \w+/.test(text)

/** A sentence starts with a capital letter, so that `e.g. this` does not start one. */
const sentencesOf = (text: string): string[] =>
  withoutCode(text)
    .replaceAll(/\s+/g, ' ')
    .split(/(?<=[.:;!?]) (?=[A-Z])/)
    .map((sentence) => sentence.trim())

const rulesOf = ({ kind }: Text): readonly Rule[] =>
  kind === 'name' ? nameRules : kind === 'heading' ? wordRules : [...wordRules, ...openingRules]

const problemsOf = (text: Text): string[] =>
  sentencesOf(text.text).flatMap((sentence) => {
    count += 1
    return rulesOf(text).flatMap(([pattern, advice]) => {
      const match = pattern.exec(sentence)?.[0]
      return match ? [`${String(text.line)}: "${match.slice(0, 60)}": ${advice}`] : []
    })
  })

for (const file of files) {
  const source = readFileSync(file, 'utf8')
  for (const text of readTexts(file, source).filter(isText))
    problems.push(...problemsOf(text).map((problem) => `${file}:${problem}`))
  if (!file.endsWith('.md')) continue
  for (const [index, line] of source.split('\n').entries())
    if (line.length > maxLineLength)
      problems.push(`${file}:${String(index + 1)}: longer than ${String(maxLineLength)} characters: wrap it`)
}

for (const problem of problems) console.error(problem)
console.log(`${String(count)} sentences and names in ${String(files.length)} files`)
process.exitCode = problems.length > 0 ? 1 : 0
