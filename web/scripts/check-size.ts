/**
 * Everything a browser loads before it shows a lazy page: the entry, the English texts and the layout, each
 * with all it imports, as compressed by the build. Fails above the budget, because the field has slow lines.
 * Run after `npm run build`.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

import { isWorthCompressing } from './compression.ts'

const budgetKiB = Number(process.env['SHELL_BUDGET_KIB'] ?? 340)
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
  if (!chunk) throw new Error(`the manifest has no ${key}: is it still a chunk of its own?`)
  return chunk
}

const collect = (key: string, files: Set<string>): Set<string> => {
  const { file, imports = [], css = [] } = chunkOf(key)
  if (files.has(file)) return files
  for (const one of [file, ...css]) files.add(one)
  for (const next of imports) collect(next, files)
  return files
}

/** What travels: the compressed file, or the file itself where compressing was not worth it. */
const sentBytes = (file: string): number => {
  const compressed = join(dist, `${file}.gz`)
  if (existsSync(compressed)) return statSync(compressed).size
  const { size } = statSync(join(dist, file))
  if (isWorthCompressing(file, size)) throw new Error(`${file} has no .gz: was it built by npm run build?`)
  return size
}

const files = new Set<string>()
for (const key of shell) collect(key, files)
const parts = [...files]
  .map((file) => ({ file, bytes: sentBytes(file) }))
  .toSorted((one, other) => other.bytes - one.bytes)
const total = parts.reduce((sum, { bytes }) => sum + bytes, 0) / 1024

console.log(`shell: ${total.toFixed(1)} KiB gzip of ${String(budgetKiB)} KiB, ${String(parts.length)} files`)
for (const { file, bytes } of parts.slice(0, 8))
  console.log(`  ${(bytes / 1024).toFixed(1).padStart(6)} KiB  ${file}`)
if (total > budgetKiB) {
  console.error(`the shell is ${(total - budgetKiB).toFixed(1)} KiB over its budget`)
  process.exitCode = 1
}
