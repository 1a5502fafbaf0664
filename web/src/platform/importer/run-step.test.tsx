import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { loadAllTexts } from '../testing/load-texts.ts'
import { ImportRows } from './import-rows.ts'
import { DigitNotes } from './run-step.tsx'

beforeAll(() => loadAllTexts('en'))
afterEach(cleanup)

test.for([
  [1, 'Phone number: 1 cell holds a number'],
  [2, 'Phone number: 2 cells hold numbers'],
] as const)('reports %i numbers in place of digits with the right plural', ([count, words]) => {
  const columns = [
    { key: 'phoneNumber', kind: 'text', digits: true, label: 'user.fields.phoneNumber' } as const,
  ]
  const row = { texts: ['84'], data: {}, hash: '', problems: [], numbers: ['phoneNumber'] }
  const rows = Array.from({ length: count }, (_, index) => ({ ...row, line: index + 2 }))
  render(<DigitNotes rows={new ImportRows(rows, { columns })} columns={columns} />)
  expect(screen.getByText((text) => text.startsWith(words))).toBeDefined()
})
