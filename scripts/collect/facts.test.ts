import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const factPattern = /\b[SRFHPEX]\d{1,2}\b/g

test('every fact has a test, and every test with a number has its fact', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/collect-facts.md'), 'utf8')
  const facts = [...page.matchAll(/^\| ([SRFHPEX]\d{1,2}) \|/gm)].map(([, fact]) => fact)
  const titles = globSync(join(import.meta.dirname, '*.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
    .flatMap((source) => [...source.matchAll(/^(?:test\(|.*\)\(|)\s*'((?:[SRFHPEX]\d{1,2} )+)/gm)])
  const tested = titles.flatMap(([, title = '']) => title.match(factPattern) ?? [])
  expect([...new Set(tested)].toSorted()).toEqual([...new Set(facts)].toSorted())
})
