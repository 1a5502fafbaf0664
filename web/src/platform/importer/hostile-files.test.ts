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

test('there are more than forty files', () => {
  expect(Object.keys(files).length).toBeGreaterThan(40)
})

/** `npm run hostile` also measures the memory, with one process per file. */
test.for(Object.entries(files))('§5 refuses %s', { timeout: 30_000 }, async ([, file]) => {
  const hostileFile = new File([new Uint8Array(file.make())], file.name ?? 'staff.xlsx')
  const began = process.cpuUsage()
  expect(await openFile(hostileFile, { columns })).toMatchObject({ key: keys[file.refused] })
  // Measures processor time, which a busy machine does not change.
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1000).toBeLessThan(2_000)
})
