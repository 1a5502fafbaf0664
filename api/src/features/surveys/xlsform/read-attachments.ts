import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { columnLetters } from '@baseline/tabular/column-letters.ts'
import { TabularError } from '@baseline/tabular/problem.ts'
import { readCsv } from '@baseline/tabular/read-csv.ts'

import { readGeoJson } from './read-geojson.ts'
import type { Sheet } from './sheet.ts'

type Choices = SurveyDefinition['choices']

/** Files by name, such as `villages.csv`. */
export type Attachments = ReadonlyMap<string, Uint8Array>

const limits = { fileBytes: 10_000_000, rows: 20_000, columns: 100 }
/** Maximum length of the name of a choice. */
export const maxValueLength = 255
/** Maximum length of a cell in a spreadsheet. */
const maxCellLength = 32_767

/** Returns the name under which questions and expressions refer to a file. */
export const listNameOf = (fileName: string): string =>
  fileName.replace(/\.(csv|geojson)$/i, '').replaceAll(/\s+/g, '_')

/** Names of lists in `select_one_from_file x.csv`, `pulldata('x', …)` and `instance('x')`. */
const reference =
  /(?:_from_file|select (?:one|multiple) from file)\s+(\S+\.(?:csv|geojson))|(?:pulldata|instance)\s*\(\s*['"‘’“”]([^'"‘’“”]+)/gi

interface Reference {
  file: string
  place: readonly [number, number]
}

/** Returns the first place that refers to each list. */
const findReferences = (sheet: Sheet): Map<string, Reference> => {
  const references = new Map<string, Reference>()
  for (const { text, place } of sheet.texts())
    for (const [, file, list = ''] of text.matchAll(reference)) {
      const fileName = file ?? (/\.csv$/i.test(list) ? list : `${list}.csv`)
      const name = file === undefined ? list : listNameOf(file)
      if (!references.has(name)) references.set(name, { file: fileName, place })
    }
  return references
}

/** Reads a file as a list: the columns `name` and `label`, else the first column; all columns are attributes. */
const readCsvList = (bytes: Uint8Array, language: string): Choices[string] => {
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

/** Whether the database can store a text, and a form can show it. */
const isReadable = (text: string): boolean =>
  text.length <= maxCellLength && !text.includes('\0') && text.isWellFormed()

const readList = (file: string, bytes: Uint8Array, language: string): Choices[string] => {
  const list = /\.geojson$/i.test(file)
    ? readGeoJson(bytes, { ...limits, language })
    : readCsvList(bytes, language)
  for (const { value, labels, attributes = {} } of list) {
    const texts = [value, ...Object.values(labels), ...Object.entries(attributes).flat()]
    if (value.length > maxValueLength || !texts.every(isReadable)) throw new TabularError('damaged')
  }
  return list
}

/**
 * Returns the files that the questionnaire refers to, as lists. A list of the workbook comes first. The list of a
 * file that is not attached is empty; the survey can be loaded, but not opened.
 */
export const readAttachments = (
  sheet: Sheet,
  attachments: Attachments,
  { lists, language }: { lists: Choices; language: string },
): { lists: Choices; missingFiles: NonNullable<SurveyDefinition['missingFiles']> } => {
  const files = new Map([...attachments].map(([name, bytes]) => [listNameOf(name), { name, bytes }]))
  const attached: [string, Choices[string]][] = []
  const missingFiles: { file: string; cell: string }[] = []
  for (const [list, { file, place }] of findReferences(sheet)) {
    if (Object.hasOwn(lists, list)) continue
    const found = files.get(list)
    if (!found) {
      sheet.warn(place, 'entities.surveys.xlsform.attachment', { file })
      missingFiles.push({ file, cell: `${sheet.name}!${columnLetters(place[1])}${String(place[0])}` })
    }
    try {
      attached.push([list, found ? readList(found.name, found.bytes, language) : []])
    } catch (error) {
      if (!(error instanceof TabularError)) throw error
      sheet.report(place, 'entities.surveys.xlsform.unreadableFile', { file })
      attached.push([list, []])
    }
  }
  return { lists: Object.fromEntries(attached), missingFiles }
}
