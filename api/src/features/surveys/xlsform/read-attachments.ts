import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { readCsv } from '@baseline/tabular/read-csv.ts'

import type { Sheet } from './sheet.ts'

type Choices = SurveyDefinition['choices']

/** Files by name, such as `villages.csv`. */
export type Attachments = ReadonlyMap<string, Uint8Array>

const limits = { fileBytes: 10_000_000, rows: 20_000, columns: 100 }

/** Returns the name under which questions and expressions refer to a file. */
export const listNameOf = (fileName: string): string =>
  fileName.replace(/\.csv$/i, '').replaceAll(/\s+/g, '_')

/** Names of lists in `select_one_from_file x.csv`, `pulldata('x', …)` and `instance('x')`. */
const reference =
  /_from_file\s+(\S+)\.csv|select (?:one|multiple) from file\s+(\S+)\.csv|(?:pulldata|instance)\s*\(\s*['"‘’“”]([^'"‘’“”]+)/gi

const findReferences = (sheet: Sheet): Set<string> =>
  new Set(
    sheet
      .texts()
      .flatMap((text) =>
        [...text.matchAll(reference)].map(([, one, several, file]) => one ?? several ?? file ?? ''),
      ),
  )

/** Reads a file as a list: the columns `name` and `label`, else the first column; all columns are attributes. */
const readList = (bytes: Uint8Array, language: string): Choices[string] => {
  const [header = [], ...rows] = readCsv(bytes, limits)
  const valueColumn = Math.max(0, header.indexOf('name'))
  const labelColumn = header.indexOf('label')
  return rows.flatMap((cells) => {
    const value = cells[valueColumn] ?? ''
    if (value === '') return []
    const attributes = Object.fromEntries(header.map((column, index) => [column, cells[index] ?? '']))
    return [{ value, labels: { [language]: cells[labelColumn] || value }, attributes }]
  })
}

/** Returns the attached files that the questionnaire refers to, as lists. A list of the workbook comes first. */
export const readAttachments = (
  sheet: Sheet,
  attachments: Attachments,
  { lists, language }: { lists: Choices; language: string },
): Choices => {
  const references = findReferences(sheet)
  const attached = [...attachments].filter(([fileName]) => {
    const name = listNameOf(fileName)
    return references.has(name) && !Object.hasOwn(lists, name)
  })
  return Object.fromEntries(
    attached.map(([fileName, bytes]) => [listNameOf(fileName), readList(bytes, language)]),
  )
}
