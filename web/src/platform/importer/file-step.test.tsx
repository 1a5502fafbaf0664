import { archive, sheetXml, workbookParts } from '@baseline/tabular/testing/archive.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { loadAllTexts } from '../testing/load-texts.ts'
import { FileStep } from './file-step.tsx'
import { openFile } from './open-import.ts'

beforeAll(() => loadAllTexts('en'))
afterEach(cleanup)

const noop = () => undefined

test('§5 refuses a small file with few rows that unpacks to a huge size, with that reason', async () => {
  const parts = workbookParts({ sheet: sheetXml('<row r="1"/>') })
  const bytes = archive(parts, { 'xl/sharedStrings.xml': 130_000_000 })
  const refusal = await openFile(new File([new Uint8Array(bytes)], 'a.xlsx'), { columns: [] })
  if (!('key' in refusal)) throw new Error('the file was accepted')
  render(
    <FileStep
      refusal={refusal}
      fileName="a.xlsx"
      isReading={false}
      progress={undefined}
      blockedReason={undefined}
      onFile={noop}
      onTemplate={noop}
    />,
  )
  const words = screen.getByRole('alert').textContent
  expect(words).toContain('unpacked at most 120 MB. Divide the rows among several files.')
  expect(words).not.toContain('more than 50,000 rows')
})
