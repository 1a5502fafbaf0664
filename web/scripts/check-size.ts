/**
 * Checks the size of the build against budgets, because field offices have slow connections. The shell is
 * everything that a browser loads before a lazy page: the entry, the English texts and the layout with their
 * imports, compressed. Each page is measured by what it adds to the shell. Run after `npm run build`.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { isWorthCompressing } from './compression.ts'

const budgetKiB = Number(process.env['SHELL_BUDGET_KIB'] ?? 347)
const pageBudgetKiB = Number(process.env['PAGE_BUDGET_KIB'] ?? 121)

/** The first page that all users see has its own, smaller budget. */
const ownBudgetsKiB: Partial<Record<string, number>> = { 'src/features/dashboard/view-page.tsx': 32 }

/** Chunks that a page loads on demand. `page`: only this page loads it, and has loaded its own files before. */
const parts: readonly { key: string; budgetKiB: number; page?: string }[] = [
  { key: '../contract/src/messages/screens.en.ts', budgetKiB: 21 },
  { key: '../contract/src/auth/password-strength.ts', budgetKiB: 230 },
  { key: 'src/features/surveys/targets/targets-dialog.tsx', budgetKiB: 60 },
  {
    key: 'src/features/survey-responses/answers/answers-view.tsx',
    budgetKiB: 80,
    page: 'src/features/survey-responses/view-page.tsx',
  },
  { key: 'src/features/survey-responses/form/response-form.tsx', budgetKiB: 157 },
  { key: 'src/features/survey-responses/map/place-map.tsx', budgetKiB: 300 },
  { key: 'src/features/survey-responses/map/shape-map.tsx', budgetKiB: 300 },
  { key: 'src/features/survey-responses/map/map-canvas.tsx', budgetKiB: 312 },
  { key: 'src/features/survey-responses/map/responses-map.tsx', budgetKiB: 70 },
]
const assets = [
  { pattern: /^assets\/maplibre-gl-worker-.*\.js$/, budgetKiB: 150 },
  { pattern: /^assets\/import\.worker-.*\.js$/, budgetKiB: 154 },
  { pattern: /^assets\/countries-.*\.json$/, budgetKiB: 150 },
]
const dist = join(import.meta.dirname, '../dist')

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>

const shell = ['index.html', 'src/platform/language-en.ts', 'src/app/layout.tsx']

const chunkOf = (key: string): Chunk => {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the manifest has no ${key}: is it still a separate chunk?`)
  return chunk
}

const collect = (key: string, files: Set<string>): Set<string> => {
  const { file, imports = [], css = [] } = chunkOf(key)
  if (files.has(file)) return files
  for (const name of [file, ...css]) files.add(name)
  for (const next of imports) collect(next, files)
  return files
}

/** Returns the size of the compressed file, or of the file itself if it is too small to compress. */
const sentBytes = (file: string): number => {
  const compressed = join(dist, `${file}.gz`)
  if (existsSync(compressed)) return statSync(compressed).size
  const { size } = statSync(join(dist, file))
  if (isWorthCompressing(file, size)) throw new Error(`${file} has no .gz: was it built by npm run build?`)
  return size
}

const kiB = (names: Iterable<string>): number =>
  [...names].reduce((sum, file) => sum + sentBytes(file), 0) / 1024

const files = new Set<string>()
for (const key of shell) collect(key, files)
const total = kiB(files)
const filesBySize = [...files]
  .map((file) => ({ file, size: kiB([file]) }))
  .toSorted((a, b) => b.size - a.size)

console.log(`shell: ${total.toFixed(1)} KiB gzip of ${String(budgetKiB)} KiB, ${String(files.size)} files`)
for (const { file, size } of filesBySize.slice(0, 8))
  console.log(`  ${size.toFixed(1).padStart(6)} KiB  ${file}`)
if (total > budgetKiB) {
  console.error(`the shell is ${(total - budgetKiB).toFixed(1)} KiB over its budget`)
  process.exitCode = 1
}

const pages = Object.keys(manifest)
  .filter((key) => /^src\/features\/.*-page\.tsx$/.test(key))
  .map((key) => ({ key, size: kiB([...collect(key, new Set())].filter((file) => !files.has(file))) }))
  .toSorted((a, b) => b.size - a.size)

console.log(`pages beyond the shell, of ${String(pageBudgetKiB)} KiB each unless noted:`)
for (const { key, size } of pages) {
  const ownBudget = ownBudgetsKiB[key]
  const budget = ownBudget ?? pageBudgetKiB
  console.log(
    `  ${size.toFixed(1).padStart(6)} KiB ${ownBudget === undefined ? '' : `of ${String(ownBudget)} KiB`} ${key}`,
  )
  if (size <= budget) continue
  console.error(`${key} is ${(size - budget).toFixed(1)} KiB over its budget`)
  process.exitCode = 1
}

const checkBudget = (name: string, size: number, budget: number): void => {
  console.log(`  ${size.toFixed(1).padStart(6)} KiB of ${String(budget)} KiB  ${name}`)
  if (size <= budget) return
  console.error(`${name} is ${(size - budget).toFixed(1)} KiB over its budget`)
  process.exitCode = 1
}

console.log('chunks loaded on demand, beyond the shell:')
for (const { key, budgetKiB: budget, page } of parts) {
  const loaded = page === undefined ? files : collect(page, new Set(files))
  checkBudget(key, kiB([...collect(key, new Set())].filter((file) => !loaded.has(file))), budget)
}
const builtFiles = readdirSync(join(dist, 'assets')).map((name) => `assets/${name}`)
for (const { pattern, budgetKiB: budget } of assets) {
  const assetFiles = builtFiles.filter((name) => pattern.test(name))
  if (assetFiles.length === 0) throw new Error(`the build has no ${String(pattern)}`)
  for (const file of assetFiles) checkBudget(file, kiB([file]), budget)
}
