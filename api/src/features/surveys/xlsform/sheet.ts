import type { Texts } from '@baseline/contract/surveys/master.ts'
import { referencesInText } from '@baseline/contract/surveys/template.ts'
import type { CellValue, SheetRows } from '@baseline/tabular/read-workbook.ts'

import { readHeader } from './headers.ts'
import type { LanguageResolver } from './languages.ts'
import type { FormProblem, Problems } from './problem.ts'

/** The value of a cell whose formula failed. */
const brokenFormula = /^#(REF!|N\/A|VALUE!|NAME\?|DIV\/0!|NULL!|NUM!)$/

/** Returns the text that an author sees: Excel stores whole numbers as 5.0 and versions as dates. */
const textOf = (value: CellValue | undefined): string => {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return String(value).replaceAll('\u00A0', ' ').trim()
}

interface Column {
  readonly name: string
  readonly language: string | undefined
  /** The header as written. */
  readonly text: string
  readonly number: number
}

/** A reference to an answer in a label or another text. */
interface TextReference {
  readonly place: readonly [number, number]
  readonly key: string
}

/** Returns the key of a column, by its name and its language. */
export const keyOf = (name: string, language: string | undefined): string =>
  language === undefined ? name : `${name}\n${language}`

/** A sheet with a row of headers. Rows and columns count from 1, as in the spreadsheet. */
export class Sheet {
  readonly name: string
  readonly #rows: readonly (readonly CellValue[])[]
  readonly #columns = new Map<string, Column>()
  /** The first column with each name, in any language. */
  readonly #firstColumns = new Map<string, number>()
  readonly #problems: Problems
  readonly #languages = new Set<string>()
  readonly #references: TextReference[] = []

  constructor({ name, rows }: SheetRows, problems: Problems, languageOf: LanguageResolver) {
    this.name = name.toLowerCase().trim()
    this.#rows = rows
    this.#problems = problems
    const headers = (rows[0] ?? []).map(textOf)
    const usesDoubleColons = headers.some((text) => text.includes('::'))
    headers.forEach((text, index) => {
      if (text !== '') this.#addColumn(text, index + 1, usesDoubleColons, languageOf)
    })
  }

  #addColumn(text: string, number: number, usesDoubleColons: boolean, languageOf: LanguageResolver): void {
    const { name, language: languageText } = readHeader(text, usesDoubleColons)
    const language = languageText === undefined ? undefined : languageOf(languageText)
    if (language?.isGuessed)
      this.warn([1, number], 'entities.surveys.xlsform.languageGuessed', { header: text, tag: language.tag })
    const key = keyOf(name, language?.tag)
    if (this.#columns.has(key)) this.report([1, number], 'entities.surveys.xlsform.twice', { name: text })
    else this.#columns.set(key, { name, language: language?.tag, text, number })
    if (!this.#firstColumns.has(name)) this.#firstColumns.set(name, number)
    if (language) this.#languages.add(language.tag)
  }

  /** The languages of the headers, in column order. */
  get languages(): readonly string[] {
    return [...this.#languages]
  }

  report(
    place: readonly [number, number],
    key: FormProblem['key'],
    params: FormProblem['params'] = {},
  ): void {
    this.#problems.add(this.name, place, key, params)
  }

  warn(place: readonly [number, number], key: FormProblem['key'], params: FormProblem['params'] = {}): void {
    this.#problems.warn(this.name, place, key, params)
  }

  /** Whether further problems are not reported, so that the reader can stop. */
  get hasMaxProblems(): boolean {
    return this.#problems.isFull
  }

  addReferences(place: readonly [number, number], keys: readonly string[]): void {
    for (const key of keys) this.#references.push({ place, key })
  }

  /** Reports references in texts to questions that do not exist, which requires all rows. */
  checkReferences(hasAnswer: (key: string) => boolean): void {
    for (const { place, key } of this.#references)
      if (!hasAnswer(key)) this.report(place, 'entities.surveys.expression.unknownKey', { key })
  }

  /** Returns where to report a problem: the column, else another translation of it, else the first column. */
  column(key: string): number {
    return this.find(key) ?? this.#firstColumns.get(key.split('\n')[0] ?? '') ?? 1
  }

  /** Returns the number of a column, or undefined if the sheet does not have it. */
  find(key: string): number | undefined {
    return this.#columns.get(key)?.number
  }

  has(key: string): boolean {
    return this.#columns.has(key)
  }

  /** Returns whether the sheet has a column, in any language. */
  hasAny(name: string): boolean {
    return this.#firstColumns.has(name)
  }

  headers(): Column[] {
    return [...this.#columns.values()]
  }

  /** Returns the texts of all cells below the headers, with their places. */
  texts(): { text: string; place: readonly [number, number] }[] {
    return this.#rows.flatMap((cells, row) =>
      cells.flatMap((cell, column) => {
        const text = row === 0 ? '' : textOf(cell)
        return text === '' ? [] : [{ text, place: [row + 1, column + 1] as const }]
      }),
    )
  }

  /** Returns the rows below the headers that are not empty. */
  rows(): Row[] {
    return this.#rows.flatMap((cells, index) =>
      index > 0 && cells.some((cell) => textOf(cell) !== '') ? [new Row(this, cells, index + 1)] : [],
    )
  }
}

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

  /** Returns the row with other texts in some columns. */
  withTexts(texts: Readonly<Record<string, string>>): Row {
    const cells = [...this.#cells]
    for (const [column, text] of Object.entries(texts)) {
      const number = this.sheet.find(column)
      if (number !== undefined) cells[number - 1] = text
    }
    return new Row(this.sheet, cells, this.number)
  }

  /** Returns the row with replaced texts. */
  replaceTexts(replace: (text: string, language: string | undefined) => string): Row {
    const cells = [...this.#cells]
    for (const { number, language } of this.sheet.headers()) {
      const text = textOf(cells[number - 1])
      if (text !== '') cells[number - 1] = replace(text, language)
    }
    return new Row(this.sheet, cells, this.number)
  }

  report(column: string, key: FormProblem['key'], params: FormProblem['params'] = {}): void {
    this.sheet.report([this.number, this.sheet.column(column)], key, params)
  }

  warn(column: string, key: FormProblem['key'], params: FormProblem['params'] = {}): void {
    this.sheet.warn([this.number, this.sheet.column(column)], key, params)
  }

  /** Returns the text in a column; undefined for a blank cell. */
  text(column: string): string | undefined {
    const number = this.sheet.find(column)
    if (number === undefined) return undefined
    const text = textOf(this.#cells[number - 1])
    if (text.length > maxTextLength) {
      this.report(column, 'entities.surveys.xlsform.tooLong', { max: maxTextLength })
      return text.slice(0, maxTextLength)
    }
    if (brokenFormula.test(text) || text.includes('\0') || !text.isWellFormed())
      this.report(column, 'entities.surveys.xlsform.brokenCell', { text: text.slice(0, 20) })
    return text === '' ? undefined : text
  }

  /**
   * Returns the translations of a column. A header without a language means the default language; a header with
   * that language takes precedence.
   */
  texts(column: string, defaultLanguage: string): Texts | undefined {
    const texts: [string, string][] = []
    for (const [language, key] of this.#translations(column, defaultLanguage)) {
      const text = this.text(key)
      if (text === undefined) continue
      this.sheet.addReferences([this.number, this.sheet.column(key)], referencesInText(text))
      texts.push([language, text])
    }
    return texts.length > 0 ? Object.fromEntries(texts) : undefined
  }

  #translations(column: string, defaultLanguage: string): [string, string][] {
    if (!this.sheet.hasAny(column)) return []
    return [
      [defaultLanguage, column],
      ...this.sheet.languages.map((language): [string, string] => [language, keyOf(column, language)]),
    ]
  }

  /** Reads yes or no, in the spellings of XLSForm, or an expression; undefined for a blank cell. */
  condition(column: string): boolean | string | undefined {
    const text = this.text(column)
    if (['no', 'false', 'false()'].includes(text?.toLowerCase() ?? '')) return false
    return ['yes', 'true', 'true()'].includes(text?.toLowerCase() ?? '') ? true : text
  }

  /** Reads an expression; yes and no are constants, as in pyxform. */
  expression(column: string): string | undefined {
    const condition = this.condition(column)
    return typeof condition === 'boolean' ? `${String(condition)}()` : condition
  }

  /** Reads yes or no; undefined for a blank cell. */
  optionalFlag(column: string): boolean | undefined {
    const condition = this.condition(column)
    if (typeof condition !== 'string') return condition
    this.report(column, 'entities.surveys.xlsform.flag', { text: condition })
    return undefined
  }

  /** Reads yes or no; a blank cell means no. */
  flag(column: string): boolean {
    return this.optionalFlag(column) ?? false
  }
}
