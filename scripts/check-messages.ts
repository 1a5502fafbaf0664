/**
 * Checks that both languages have the same keys and placeholders, and no text that is empty or not
 * translated, and that the browser uses no text that only the servers load.
 */
import { globSync, readFileSync } from 'node:fs'

import { messagesByLanguage } from '../contract/src/messages/all.ts'
import { en as browserEnglish } from '../contract/src/messages/en.ts'

type Tree = { readonly [key: string]: string | Tree }

const flatten = (tree: Tree, prefix = ''): [string, string][] =>
  Object.entries(tree).flatMap(([key, value]) =>
    typeof value === 'string' ? [[`${prefix}${key}`, value]] : flatten(value, `${prefix}${key}.`),
  )

const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted().join(' ')

const english = new Map(flatten(messagesByLanguage.en))
const portuguese = new Map(flatten(messagesByLanguage['pt-BR']))
const problems: string[] = []

for (const key of new Set([...english.keys(), ...portuguese.keys()])) {
  const [en, pt] = [english.get(key), portuguese.get(key)]
  if (en === undefined || pt === undefined)
    problems.push(`${key} is missing in ${en === undefined ? 'en' : 'pt-BR'}`)
  else if (!en.trim() || !pt.trim()) problems.push(`${key} is empty`)
  else if (placeholders(en) !== placeholders(pt)) problems.push(`${key} has other placeholders in pt-BR`)
  // A single word may be the same in both languages; a sentence is not.
  else if (en === pt && /\w+ \w+ \w+/.test(en)) problems.push(`${key} is not translated`)
}

const loadedKeys = new Map(flatten(browserEnglish))
const serverKeys = [...english.keys()].filter((key) => !loadedKeys.has(key))
for (const file of globSync('web/src/**/*.{ts,tsx}')) {
  const source = readFileSync(file, 'utf8')
  for (const key of serverKeys)
    if (source.includes(`'${key}'`)) problems.push(`${file}: only the servers have the text ${key}`)
}

for (const problem of problems) console.error(problem)
console.log(`${String(english.size)} texts in 2 languages`)
process.exitCode = problems.length > 0 ? 1 : 0
