import { returnedFormId } from '@baseline/contract/surveys/phone-forms.ts'
import { isTimeZone } from '@baseline/contract/wall-clock.ts'

import type { LanguageResolver } from './languages.ts'
import type { Row, Sheet } from './sheet.ts'

const maxNameLength = 255

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

/** Settings whose meaning the product cannot keep. */
const refusedSettings = {
  public_key: 'entities.surveys.xlsform.publicKey',
  submission_url: 'entities.surveys.xlsform.submissionUrl',
} as const

const knownSettings = new Set([
  'form_id',
  'form_title',
  'version',
  'default_language',
  'baseline::time_zone',
  'client_editable',
  ...Object.keys(refusedSettings),
  // About the XForm or the app on the phone: they do not change the answers.
  ...'name instance_name instance_id instance_xmlns xml_root style auto_send auto_delete flat'.split(' '),
  ...'namespaces omit_instanceid clean_text_values allow_choice_duplicates prefix delimiter'.split(' '),
  ...'sms_keyword sms_separator sms_allow_media sms_date_format sms_datetime_format sms_response'.split(' '),
])

const checkSettings = (sheet: Sheet, row: Row | undefined): void => {
  for (const { name, text, number } of sheet.headers())
    if (!knownSettings.has(name))
      sheet.warn([1, number], 'entities.surveys.xlsform.ignoredColumn', { name: text })
  for (const [name, problem] of Object.entries(refusedSettings))
    if (row?.text(name) !== undefined) row.report(name, problem)
}

export interface FormLanguages {
  /** The languages of the headers. */
  languages: readonly string[]
  /** Whether a label column has no language. */
  hasPlainLabels: boolean
  languageOf: LanguageResolver
}

/**
 * Returns the language of labels without one. Without a setting, it is the first language of the form; `en` if
 * the form also has labels without a language.
 */
const readLanguage = (
  row: Row | undefined,
  { languages, hasPlainLabels, languageOf }: FormLanguages,
): string => {
  const [first] = languages
  const fallback = first === undefined || hasPlainLabels ? 'en' : first
  const text = row?.text('default_language')
  if (text === undefined) return fallback
  const { tag } = languageOf(text)
  if (languages.length === 0 || languages.includes(tag) || hasPlainLabels) return tag
  row?.report('default_language', 'entities.surveys.xlsform.defaultLanguage', { language: text })
  return fallback
}

/** Returns the file name without its extension, as an identifier. */
const idOfFile = (fileName: string): string =>
  fileName
    .replace(/^.*[\\/]/, '')
    .replace(/\.[^.]*$/, '')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, maxNameLength) || 'form'

/** Reads whether interviews can be edited after they were finalized: unlike in pyxform, yes unless the cell is no. */
const isClientEditable = (row: Row | undefined): boolean => {
  const condition = row?.condition('client_editable')
  if (typeof condition !== 'string') return condition ?? true
  row?.warn('client_editable', 'entities.surveys.xlsform.flag', { text: condition })
  return true
}

/** Settings that the definition has only if they differ from their default. */
const readOptional = (row: Row | undefined) => {
  const [instanceName, style] = [row?.text('instance_name'), row?.text('style')]
  return {
    ...(instanceName !== undefined && { instanceName }),
    ...(style !== undefined && { style }),
    ...(!isClientEditable(row) && { clientEditable: false }),
  }
}

const readFormId = (sheet: Sheet, row: Row | undefined, fileName: string): string => {
  const id = row && readName(row, 'form_id')
  const formId = id ?? idOfFile(fileName)
  const place = [row?.number ?? 1, sheet.column('form_id')] as const
  if (id === undefined) sheet.warn(place, 'entities.surveys.xlsform.noFormId', { formId })
  if (formId === returnedFormId) sheet.report(place, 'entities.surveys.xlsform.reservedFormId', { formId })
  return formId
}

/**
 * Reads the single row below the headers. `form_id` identifies the survey when a new version is loaded; without
 * it, the file name does.
 */
export const readSettings = (sheet: Sheet, fileName: string, formLanguages: FormLanguages) => {
  const [row, second] = sheet.rows()
  second?.report('form_id', 'entities.surveys.xlsform.oneRow')
  checkSettings(sheet, row)
  const formId = readFormId(sheet, row, fileName)
  return {
    formId,
    label: (row && readName(row, 'form_title')) ?? formId,
    formVersion: row?.text('version') ?? null,
    timeZone: (row && readTimeZone(row)) ?? null,
    defaultLanguage: readLanguage(row, formLanguages),
    ...readOptional(row),
  }
}

/** Whether a list may contain a value several times. */
export const allowsDuplicates = (sheet: Sheet): boolean =>
  sheet.rows()[0]?.flag('allow_choice_duplicates') ?? false
