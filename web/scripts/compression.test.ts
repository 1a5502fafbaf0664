// @vitest-environment node
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

import { afterEach, beforeEach, expect, test } from 'vitest'

import { compressFolder } from './compression.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'compression-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const put = (name: string, bytes: number): string => {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, 'ab'.repeat(bytes / 2))
  return file
}

test('compresses text of more than a kilobyte, also in subfolders, and keeps the date', () => {
  const files = ['index.html', 'assets/a.js', 'theme/gold.css', 'favicon.svg'].map((name) => put(name, 4000))
  expect(compressFolder(folder).toSorted()).toEqual(files.toSorted())
  for (const file of files) {
    expect(gunzipSync(readFileSync(`${file}.gz`))).toEqual(readFileSync(file))
    expect(statSync(`${file}.gz`).size).toBeLessThan(100)
    expect(Math.abs(statSync(`${file}.gz`).mtimeMs - statSync(file).mtimeMs)).toBeLessThan(2)
  }
})

test('skips small and compressed files, and adds nothing in a second run', () => {
  const others = [put('small.js', 1000), put('photo.webp', 4000), put('.vite/manifest.json', 4000)]
  put('big.js', 4000)
  expect(compressFolder(folder)).toHaveLength(1)
  expect(compressFolder(folder)).toHaveLength(1)
  for (const file of others) expect(existsSync(`${file}.gz`)).toBe(false)
})
