import { expect, test } from 'vitest'

import { addFiles } from './use-upload.ts'

const fileOf = (name: string, text = '') => new File([text], name)

test('a workbook replaces the workbook, and lists are kept by name', () => {
  const first = addFiles({ lists: [], languageCodes: '' }, [fileOf('a.xlsx'), fileOf('villages.csv', 'old')])
  const second = addFiles(first, [fileOf('b.XLSX'), fileOf('people.csv')])
  const third = addFiles(second, [fileOf('villages.csv', 'newer')])
  expect(first.workbook?.name).toBe('a.xlsx')
  expect(third.workbook?.name).toBe('b.XLSX')
  expect(third.lists.map(({ name, size }) => [name, size])).toEqual([
    ['people.csv', 0],
    ['villages.csv', 5],
  ])
})

test('lists can be chosen before the workbook', () => {
  const files = addFiles({ lists: [], languageCodes: '' }, [fileOf('villages.csv')])
  expect(files.workbook).toBeUndefined()
  expect(addFiles(files, [fileOf('a.xlsx')])).toMatchObject({
    workbook: { name: 'a.xlsx' },
    lists: [{ name: 'villages.csv' }],
  })
})

test('a file of another kind is checked as the workbook, which the server refuses', () => {
  const files = addFiles({ lists: [], languageCodes: '' }, [fileOf('notes.docx')])
  expect(files).toMatchObject({ workbook: { name: 'notes.docx' }, lists: [] })
})
