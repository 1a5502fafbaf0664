import type { Row, Sheet } from './sheet.ts'
import { parseLanguage } from './sheet.ts'

const maxNameLength = 255

const isTimeZone = (name: string): boolean => {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const readName = (row: Row, column: string): string | undefined => {
  const name = row.text(column)
  if (name !== undefined && name.length > maxNameLength)
    row.report(column, 'entities.surveys.xlsform.tooLong', { max: maxNameLength })
  return name
}

const readTimeZone = (row: Row): string | undefined => {
  const timeZone = row.text('baseline::time_zone')
  if (timeZone !== undefined && !isTimeZone(timeZone))
    row.report('baseline::time_zone', 'entities.surveys.xlsform.timeZone', { timeZone })
  return timeZone
}

/** Defaults to the first language of the form; to `en` if the form names none. */
const readLanguage = (row: Row | undefined, languages: readonly string[]): string => {
  const fallback = languages[0] ?? 'en'
  const text = row?.text('default_language')
  if (text === undefined) return fallback
  const language = parseLanguage(text)
  if (language !== undefined && (languages.length === 0 || languages.includes(language))) return language
  row?.report('default_language', 'entities.surveys.xlsform.defaultLanguage', { language: text })
  return fallback
}

/** Reads the single row below the headers. `form_id` identifies the survey when a new version is loaded. */
export const readSettings = (sheet: Sheet, languages: readonly string[]) => {
  const [row, second] = sheet.rows()
  second?.report('form_id', 'entities.surveys.xlsform.oneRow')
  const formId = row && readName(row, 'form_id')
  if (formId === undefined)
    sheet.report([row?.number ?? 2, sheet.column('form_id')], 'entities.surveys.xlsform.missing', {
      name: 'form_id',
    })
  return {
    formId: formId ?? '',
    label: (row && readName(row, 'form_title')) ?? formId ?? '',
    formVersion: row?.text('version') ?? null,
    timeZone: (row && readTimeZone(row)) ?? null,
    defaultLanguage: readLanguage(row, languages),
  }
}
