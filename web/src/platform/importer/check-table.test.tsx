import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { ApiError } from '../errors.ts'
import { loadAllTexts } from '../testing/load-texts.ts'
import { CheckTable } from './check-table.tsx'
import { ImportRows } from './import-rows.ts'

beforeAll(() => loadAllTexts('en'))
afterEach(cleanup)

const columns = [
  { key: 'firstName', kind: 'text' as const, label: 'user.fields.firstName' as const },
  { key: 'lastName', kind: 'text' as const, label: 'user.fields.lastName' as const },
]

/** Rows 2 to 6: one with an error, three stored by an earlier run, one imported now. */
const rowsOfSecondRun = (): ImportRows => {
  const rows = new ImportRows(
    ['A', 'Ana', 'Rui', 'Eva', 'Zé'].map((name, index) => ({
      line: index + 2,
      texts: [name, ''],
      data: { firstName: name },
      hash: name,
      problems: index === 0 ? [{ column: 'firstName', key: 'validation.mixed.default', params: {} }] : [],
      numbers: [],
    })),
    { columns },
  )
  const code = 'importer.errors.importHashExistent'
  for (const index of [1, 2, 3])
    rows.markRefused(index, new ApiError(400, { code, message: 'Data has already been imported' }))
  rows.markImported(4)
  rows.flush()
  return rows
}

const show = (rows: ImportRows) =>
  render(<CheckTable rows={rows} counts={rows.counts()} shape={{ columns }} />)
const shownLines = () => screen.getAllByRole('rowheader').map(({ textContent }) => textContent)

test('§4 marks rows that are already stored, separate from the errors', async () => {
  show(rowsOfSecondRun())
  expect(screen.getByText('Errors (1)')).toBeDefined()
  expect(shownLines()).toEqual(['2'])
  await userEvent.click(screen.getByText('Already imported (3)'))
  expect(shownLines()).toEqual(['3', '4', '5'])
  const [, storedRow] = screen.getAllByRole('row')
  expect(storedRow?.dataset['state']).toBe('error')
  expect(within(storedRow as HTMLElement).getByText('Error')).toBeDefined()
  expect(within(storedRow as HTMLElement).getByText('Data has already been imported')).toBeDefined()
})

test('§5 shows an error without an empty hint, and marks blank cells', () => {
  show(rowsOfSecondRun())
  const [wrongCell, blankCell] = screen.getAllByRole('cell').slice(1)
  expect(wrongCell?.textContent).toBe('AFirst name is invalid')
  // The phone layout hides only blank cells.
  expect([wrongCell?.dataset['blank'], blankCell?.dataset['blank']]).toEqual([undefined, 'true'])
})
