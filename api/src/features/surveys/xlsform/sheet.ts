import { LanguageTag } from '@baseline/contract/surveys/master.ts'
import type { Texts } from '@baseline/contract/surveys/master.ts'
import type { CellValue, SheetRows } from '@baseline/tabular/read-workbook.ts'

import type { FormProblem, Problems } from './problem.ts'

/** Alternative names of columns. */
const aliases: Readonly<Record<string, string>> = {
  relevance: 'relevant',
  'constraint message': 'constraint_message',
  'required message': 'required_message',
  'list name': 'list_name',
  value: 'name',
  id_string: 'form_id',
  title: 'form_title',
  'default language': 'default_language',
  calculate: 'calculation',
  readonly: 'read_only',
}

interface Header {
  readonly name: string
  /** The language tag after `::`. */
  readonly language: string | undefined
}

/** The value of a cell whose formula failed. */
const brokenFormula = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/

/** Returns the text that an author sees: Excel stores whole numbers as 5.0 and versions as dates. */
const textOf = (value: CellValue | undefined): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return String(value).replaceAll('\u00A0', ' ').trim()
}

const columnsByLanguage = ['label', 'hint', 'constraint_message', 'required_message']

/** `label::English (en)` is the label in en; `baseline::personal` is one name. */
const readHeader = (text: string): Header | undefined => {
  const [head = '', ...rest] = text.split('::').map((part) => part.trim())
  const name = aliases[head.toLowerCase()] ?? head.toLowerCase()
  if (rest.length === 0) return { name, language: undefined }
  if (!columnsByLanguage.includes(name))
    return { name: [name, ...rest.map((part) => part.toLowerCase())].join('::'), language: undefined }
  const language = parseLanguage(rest.join('::'))
  return language === undefined ? undefined : { name, language }
}

/** Returns the language tag of a text: en for `English (en)` and for `en`; undefined if it is invalid. */
export const parseLanguage = (text: string): string | undefined => {
  const tag = /\(([^()]+)\)\s*$/.exec(text)?.[1]?.trim() ?? text.trim()
  return LanguageTag.safeParse(tag).success ? tag : undefined
}

/** A sheet with a row of headers. Rows and columns count from 1, as in the spreadsheet. */
export class Sheet {
  readonly name: string
  readonly #rows: readonly (readonly CellValue[])[]
  readonly #columns = new Map<string, number>()
  readonly #problems: Problems
  /** The languages of the headers, in column order. */
  readonly languages: readonly string[]

  constructor({ name, rows }: SheetRows, problems: Problems) {
    this.name = name.toLowerCase().trim()
    this.#rows = rows
    this.#problems = problems
    const languages = new Set<string>()
    rows[0]?.forEach((cell, index) => {
      const text = textOf(cell)
      if (text === '') return
      const header = readHeader(text)
      if (!header) return this.report([1, index + 1], 'entities.surveys.xlsform.language', { header: text })
      const key = keyOf(header)
      if (this.#columns.has(key))
        this.report([1, index + 1], 'entities.surveys.xlsform.twice', { name: text })
      else this.#columns.set(key, index + 1)
      if (header.language !== undefined) languages.add(header.language)
    })
    this.languages = [...languages]
  }

  report(
    place: readonly [number, number],
    key: FormProblem['key'],
    params: FormProblem['params'] = {},
  ): void {
    this.#problems.add(this.name, place, key, params)
  }

  /** Returns where to report a problem: the column, else another translation of it, else the first column. */
  column(name: string): number {
    const [plain = ''] = name.split('\n')
    const translatedKey = [...this.#columns.keys()].find((key) => key.split('\n')[0] === plain)
    return this.#columns.get(name) ?? this.#columns.get(translatedKey ?? '') ?? 1
  }

  has(name: string): boolean {
    return this.#columns.has(name)
  }

  headers(): { name: string; column: number }[] {
    return [...this.#columns].map(([key, column]) => ({ name: key.split('\n')[0] ?? '', column }))
  }

  /** Returns the rows below the headers that are not empty. */
  rows(): Row[] {
    return this.#rows.flatMap((cells, index) =>
      index > 0 && cells.some((cell) => textOf(cell) !== '') ? [new Row(this, cells, index + 1)] : [],
    )
  }
}

const keyOf = ({ name, language }: Header): string => (language === undefined ? name : `${name}\n${language}`)

/** More than any question needs, and short enough to be displayed. */
const maxTextLength = 5_000

export class Row {
  readonly sheet: Sheet
  readonly number: number
  readonly #cells: readonly CellValue[]

  constructor(sheet: Sheet, cells: readonly CellValue[], number: number) {
    this.sheet = sheet
    this.#cells = cells
    this.number = number
  }

  report(column: string, key: FormProblem['key'], params: FormProblem['params'] = {}): void {
    this.sheet.report([this.number, this.sheet.column(column)], key, params)
  }

  /** Returns the text in a column; undefined for a blank cell. */
  text(column: string): string | undefined {
    if (!this.sheet.has(column)) return undefined
    const text = textOf(this.#cells[this.sheet.column(column) - 1])
    if (text.length > maxTextLength)
      this.report(column, 'entities.surveys.xlsform.tooLong', { max: maxTextLength })
    if (brokenFormula.test(text) || text.includes('\0') || !text.isWellFormed())
      this.report(column, 'entities.surveys.xlsform.brokenCell', { text: text.slice(0, 20) })
    return text === '' ? undefined : text
  }

  /** Returns the translations of a column; a header without a language means the default language. */
  texts(column: string, defaultLanguage: string): Texts | undefined {
    const texts: [string, string][] = []
    if (this.sheet.has(column) && this.sheet.has(`${column}\n${defaultLanguage}`))
      this.sheet.report([1, this.sheet.column(column)], 'entities.surveys.xlsform.twice', { name: column })
    for (const [language, name] of this.#translations(column, defaultLanguage)) {
      const text = this.text(name)
      if (text?.includes('${')) this.report(name, 'entities.surveys.xlsform.reference')
      if (text !== undefined) texts.push([language, text])
    }
    return texts.length > 0 ? Object.fromEntries(texts) : undefined
  }

  #translations(column: string, defaultLanguage: string): [string, string][] {
    return [
      [defaultLanguage, column],
      ...this.sheet.languages.map((language): [string, string] => [language, `${column}\n${language}`]),
    ]
  }

  /** Reads yes or no, in the spellings of XLSForm; undefined for a blank cell. */
  optionalFlag(column: string): boolean | undefined {
    const text = this.text(column)?.toLowerCase()
    if (text === undefined) return undefined
    if (['no', 'false', 'false()'].includes(text)) return false
    if (['yes', 'true', 'true()'].includes(text)) return true
    this.report(column, 'entities.surveys.xlsform.flag', { text })
    return undefined
  }

  /** Reads yes or no; a blank cell means no. */
  flag(column: string): boolean {
    return this.optionalFlag(column) ?? false
  }
}
