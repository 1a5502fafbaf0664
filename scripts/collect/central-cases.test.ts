import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

/** Returns the tests that a page names as `file: title` and that do not exist. */
const findMissing = (page: string): string[] =>
  [...page.matchAll(/`([a-z0-9-]+): ([^`]+)`/g)]
    .filter(
      ([, file = '', title = '']) =>
        !globSync(join(root, `api/src/**/${file}.test.ts`)).some((path) =>
          readFileSync(path, 'utf8').includes(`'${title}`),
        ),
    )
    .map(([name]) => name)

const page = readFileSync(join(root, 'docs/central-cases.md'), 'utf8')

test('every test that the table of ODK Central\u2019s cases names exists', () => {
  expect(findMissing(page)).toEqual([])
})

test('a case has a test or a reason', () => {
  const cases = page
    .split('\n')
    .filter((line) => /^\| .+ \|$/.test(line) && !/^\| (?:case|calls) of/.test(line))
  expect(cases.length).toBeGreaterThan(60)
  const unproven = cases.filter((line) => !/`[a-z0-9-]+: |does not apply: |\| \d+ \|/.test(line))
  expect(unproven).toEqual([])
})

test('reports a test that does not exist', () => {
  expect(findMissing('`phone-posts: is a test that does not exist`, `unknown: x`')).toHaveLength(2)
})
