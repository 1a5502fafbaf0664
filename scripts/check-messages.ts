/**
 * Checks that both languages have the same keys and placeholders, and no text that is empty or not
 * translated, and that no file of the browser uses a text before it is loaded.
 */
import { globSync, readFileSync } from 'node:fs'

import { messagesByLanguage } from '../contract/src/messages/all.ts'
import { en as startEnglish } from '../contract/src/messages/en.ts'
import { screensEn } from '../contract/src/messages/screens.en.ts'

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

/** Files that may be shown before the texts of the screens are loaded. */
const startFiles = globSync(
  ['app', 'features/auth', 'features/dashboard', 'platform'].map(
    (folder) => `web/src/${folder}/**/*.{ts,tsx}`,
  ),
  {
    exclude: [
      'web/src/**/*.test.*',
      'web/src/platform/importer/**',
      // The page Security and the profile.
      ...['credentials.ts', 'device-name.ts', 'index.ts', 'profile-page.tsx', 'security-page.tsx'].map(
        (name) => `web/src/features/auth/${name}`,
      ),
      'web/src/features/auth/second-factor-section.tsx',
    ],
  },
)
const screenKeys = flatten(screensEn).map(([key]) => key)
const browserKeys = new Set([...flatten(startEnglish).map(([key]) => key), ...screenKeys])
const serverKeys = [...english.keys()].filter((key) => !browserKeys.has(key))

const refuse = (files: string[], keys: string[], reason: string): void => {
  for (const file of files) {
    const source = readFileSync(file, 'utf8')
    for (const key of keys) if (source.includes(`'${key}'`)) problems.push(`${file}: ${reason} ${key}`)
  }
}
refuse(globSync('web/src/**/*.{ts,tsx}'), serverKeys, 'only the servers have the text')
refuse(startFiles, screenKeys, 'is shown before the text is loaded:')

for (const problem of problems) console.error(problem)
console.log(`${String(english.size)} texts in 2 languages`)
process.exitCode = problems.length > 0 ? 1 : 0
