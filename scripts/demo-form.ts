/**
 * Writes the demo questionnaire as an XLSForm workbook, one sheet per table in demo/household: `npm run
 * demo:form`.
 */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

import { writeWorkbook } from '../tabular/src/write-workbook.ts'

const demo = join(import.meta.dirname, '../demo')

const readSheet = async (name: string) => {
  const text = await readFile(join(demo, `household/${name}.tsv`), 'utf8')
  const lines = text.trimEnd().split('\n')
  return { name, rows: lines.map((line) => line.split('\t').map((cell) => cell || null)) }
}

export const householdWorkbook = async (): Promise<Uint8Array> =>
  writeWorkbook(await Promise.all(['survey', 'choices', 'settings', 'targets'].map(readSheet)))

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  await writeFile(join(demo, 'household.xlsx'), await householdWorkbook())
