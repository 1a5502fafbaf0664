import { readFile } from 'node:fs/promises'

import type { Download, Page } from '@playwright/test'

import type { CellValue, SheetRows } from '../../tabular/src/read-workbook.ts'
import { readWorkbook } from '../../tabular/src/read-workbook.ts'
import { writeWorkbook } from '../../tabular/src/write-workbook.ts'
import { createSuffix } from './random-suffix.ts'

const limits = {
  fileBytes: 50_000_000,
  entries: 100,
  partBytes: 200_000_000,
  totalBytes: 300_000_000,
  strings: 500_000,
  rows: 60_000,
  columns: 400,
  cells: 3_000_000,
}

export interface TestFile {
  name: string
  mimeType: string
  buffer: Buffer
}

export const buildFile = async (
  name: string,
  sheets: Parameters<typeof writeWorkbook>[0],
): Promise<TestFile> => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: Buffer.from(await writeWorkbook(sheets)),
})

/** Builds a workbook like a template that a user has filled in. */
export const buildWorkbook = (
  name: string,
  header: readonly string[],
  rows: readonly (readonly CellValue[])[],
): Promise<TestFile> =>
  buildFile(name, [{ name: 'data', rows: [[...header], ...rows.map((row) => [...row])] }])

export const readSheets = (bytes: Uint8Array): Promise<SheetRows[]> => readWorkbook(bytes, limits)

export const readDownload = async (download: Download): Promise<SheetRows[]> =>
  readSheets(new Uint8Array(await readFile(await download.path())))

/** Reads the cells of each sheet of a downloaded workbook. */
export const readCells = async (download: Download): Promise<CellValue[][][]> => {
  const sheets = await readDownload(download)
  // Excludes rows that have formats but no values.
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

const firstNames = ['Ana', 'Rui', 'Zélia', 'Inácio', 'Luísa', 'Tomás', 'Nélia', 'Jaime'] as const

/** Builds a row of user details. `mark` is part of the last name and identifies the rows of one test. */
export const buildStaffRow = (mark: string, index: number): CellValue[] => [
  firstNames[index % firstNames.length] ?? '',
  `${mark} ${String(index)}`,
  `84${String(1_000_000 + index)}`,
  null,
  'Benedita Machava',
  `2026-0${String(1 + (index % 9))}-${String(10 + (index % 19))}`,
  index % 2 === 0 ? 'female' : 'male',
]

export const buildStaffFile = (name: string, mark: string, count: number): Promise<TestFile> =>
  buildWorkbook(
    name,
    userDetailsHeader,
    Array.from({ length: count }, (_, index) => buildStaffRow(mark, index)),
  )

export const chooseFile = (page: Page, file: TestFile): Promise<void> =>
  page.getByLabel(/^(Choose a file|Escolher um arquivo)$/).setInputFiles(file)

/** Reads the number of rows that a running import has processed. */
export const readProcessedCount = async (page: Page): Promise<number> => {
  const [, count = '0'] = /Processed ([\d,]+) of/.exec(await page.getByText(/^Processed /).innerText()) ?? []
  return Number(count.replaceAll(',', ''))
}

/** Builds a file with 12 invalid cells, and 3 phone numbers as numeric cells. A short file has fewer. */
export const buildInvalidStaffFile = (count: number): Promise<TestFile> => {
  const mark = createSuffix()
  const rows = Array.from({ length: count }, (_, index) => buildStaffRow(mark, index))
  const setCell = (nth: number, column: number, cell: CellValue) => {
    const row = rows[nth]
    if (row) row[column] = cell
  }
  for (const nth of [3, 118, 402]) setCell(nth, 0, 'A')
  for (const nth of [7, 118, 650, 651]) setCell(nth, 5, '31/12/2026')
  for (const nth of [16, 402, 700]) setCell(nth, 6, 'unknown')
  for (const nth of [77, 78]) setCell(nth, 3, 'Benedita')
  for (const nth of [20, 21, 22]) setCell(nth, 2, 841_234_567)
  return buildWorkbook('staff-november.xlsx', userDetailsHeader, rows)
}
