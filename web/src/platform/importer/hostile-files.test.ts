// @vitest-environment node
import { hostileFiles } from '@baseline/tabular/testing/hostile.ts'
import { expect, test } from 'vitest'

import type { ImportColumn } from './columns.ts'
import { openFile } from './open-import.ts'

const columns: ImportColumn[] = ['firstName', 'lastName', 'gender'].map((key) => ({
  key,
  kind: 'text',
  label: 'common.edit',
}))
const keys = { excel: 'invalidFileExcel', upload: 'invalidFileUpload', empty: 'invalidFileEmpty' }
const files = hostileFiles(columns.map(({ key }) => key))

test('there are more than forty', () => {
  expect(Object.keys(files).length).toBeGreaterThan(40)
})

/** `npm run hostile` measures the memory too, of a process for each of them. */
test.for(Object.entries(files))('§5 %s', { timeout: 30_000 }, async ([, file]) => {
  const given = new File([new Uint8Array(file.make())], file.name ?? 'staff.xlsx')
  const began = process.cpuUsage()
  expect(await openFile(given, { columns })).toMatchObject({ key: keys[file.refused] })
  // What it costs, not how long a busy machine lets it wait.
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(2_000)
})
