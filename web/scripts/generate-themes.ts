/**
 * Writes the theme folder: one stylesheet per theme with the differences from antd's default, for light and
 * dark. Run it after an upgrade of antd or a change of the shared tokens. `--check` writes nothing and fails
 * if a file differs from the output. spec §3
 */
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { themes } from '@baseline/contract/settings/contract.ts'

import { seeds } from './themes/seeds.ts'
import { plainVariables, themeVariables } from './themes/variables.ts'
import type { Variables } from './themes/variables.ts'

const folder = join(import.meta.dirname, '../public/theme')
const maxGzipBytes = 2048

/** More specific than antd's rules, so that the load order does not matter. */
const schemes = [
  { dark: false, root: 'html:root:not([data-scheme=dark])' },
  { dark: true, root: 'html:root[data-scheme=dark]' },
]

const differences = (defaultVariables: Variables, themedVariables: Variables, root: string): string[] =>
  [...themedVariables].flatMap(([selector, declarations]) => {
    const changedVariables = [...declarations].filter(
      ([name, value]) => defaultVariables.get(selector)?.get(name) !== value,
    )
    if (changedVariables.length === 0) return []
    const scopedSelectors = selector.split(',').map((one) => `${root} ${one.trim()}`)
    return [
      `${scopedSelectors.join(',')}{${changedVariables.map(([name, value]) => `${name}:${value}`).join(';')}}`,
    ]
  })

const generate = (): Map<string, string> => {
  const defaultVariables = schemes.map(plainVariables)
  return new Map(
    themes.map((name) => {
      const seed = seeds[name]
      const rules = schemes.flatMap((scheme, index) =>
        differences(defaultVariables[index] ?? new Map(), themeVariables(seed, scheme), scheme.root),
      )
      return [
        `${name}.css`,
        `/* ${name} ${seed}, made by scripts/generate-themes.ts */\n${rules.join('\n')}\n`,
      ]
    }),
  )
}

const readCurrent = (name: string): string | undefined => {
  try {
    return readFileSync(join(folder, name), 'utf8')
  } catch {
    return undefined
  }
}

const files = generate()
const largeFiles = [...files].filter(([, css]) => gzipSync(css, { level: 9 }).length > maxGzipBytes)
if (process.argv.includes('--check')) {
  const staleNames = [...files].filter(([name, css]) => readCurrent(name) !== css).map(([name]) => name)
  const unknownNames = readdirSync(folder).filter((name) => !files.has(name))
  for (const name of staleNames) console.error(`${name} is stale: run node web/scripts/generate-themes.ts`)
  for (const name of unknownNames) console.error(`${name} belongs to no theme`)
  if (staleNames.length + unknownNames.length > 0) process.exitCode = 1
  else console.log(`${String(files.size)} theme files are up to date`)
} else {
  mkdirSync(folder, { recursive: true })
  for (const [name, css] of files) {
    writeFileSync(join(folder, name), css)
    console.log(`${name}: ${String(gzipSync(css, { level: 9 }).length)} B gzip`)
  }
}
for (const [name] of largeFiles) {
  console.error(`${name} is larger than ${String(maxGzipBytes)} B gzip`)
  process.exitCode = 1
}
