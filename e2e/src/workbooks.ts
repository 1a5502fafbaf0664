import { readFile } from 'node:fs/promises'

import type { Download, Page } from '@playwright/test'

import type { CellValue } from '../../tabular/src/read-workbook.ts'
import { readWorkbook } from '../../tabular/src/read-workbook.ts'
import { writeWorkbook } from '../../tabular/src/write-workbook.ts'

const limits = {
  fileBytes: 20_000_000,
  entries: 100,
  partBytes: 50_000_000,
  totalBytes: 100_000_000,
  strings: 200_000,
  rows: 60_000,
  columns: 64,
  cells: 500_000,
}

export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

const fileOf = (name: string, bytes: Uint8Array): TestFile => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(bytes),
})

/** A workbook as somebody would have filled in the template. */
export const workbookOf = async (
  name: string,
  header: readonly string[],
  rows: readonly (readonly CellValue[])[],
): Promise<TestFile> =>
  fileOf(name, await writeWorkbook([{ name: 'data', rows: [[...header], ...rows.map((row) => [...row])] }]))

/** The sheets of a workbook that the browser has saved. */
export const savedSheets = async (download: Download): Promise<CellValue[][][]> => {
  const sheets = await readWorkbook(new Uint8Array(await readFile(await download.path())), limits)
  // Formatted rows that nobody has filled in are none.
  return sheets.map(({ rows }) => rows.filter((row) => row.some((cell) => cell !== null)))
}

export const userDetailsHeader = [
  'firstName',
  'lastName',
  'mobileNumber',
  'managerId',
  'managerName',
  'onboardingDate',
  'gender',
] as const

const names = ['Ana', 'Rui', 'Zélia', 'Inácio', 'Luísa', 'Tomás', 'Nélia', 'Jaime'] as const

/** Staff that nobody else has: `mark` is part of every last name. */
export const staffRow = (mark: string, index: number): CellValue[] => [
  names[index % names.length] ?? '',
  `${mark} ${String(index)}`,
  `84${String(1_000_000 + index)}`,
  null,
  'Benedita Machava',
  `2026-0${String(1 + (index % 9))}-${String(10 + (index % 19))}`,
  index % 2 === 0 ? 'female' : 'male',
]

export const staffFile = (name: string, mark: string, count: number): Promise<TestFile> =>
  workbookOf(
    name,
    userDetailsHeader,
    Array.from({ length: count }, (_, index) => staffRow(mark, index)),
  )

export const chooseFile = (page: Page, file: TestFile): Promise<void> =>
  page.getByLabel(/^(Choose a file|Escolher um arquivo)$/).setInputFiles(file)
