import { isAsked, Key } from '@baseline/contract/surveys/master.ts'
import type { DerivableColumn, Item, SurveyDefinition, Texts } from '@baseline/contract/surveys/master.ts'
import { referencesInText } from '@baseline/contract/surveys/template.ts'

import { expandLoops } from './expand-loops.ts'
import { readType } from './question-types.ts'
import type { QuestionRowType } from './question-types.ts'
import { isDisplayColumn, readDisplay } from './read-display.ts'
import { readOther, readQuestion, withoutUndefined } from './read-question.ts'
import type { QuestionContext } from './read-question.ts'
import { keyOf } from './sheet.ts'
import type { Row, Sheet } from './sheet.ts'

/** Maximum nesting of sections; a deeper form is too hard to navigate. */
const maxDepth = 5
const maxItems = 2_000

const readColumns =
  'type name label hint required required_message relevant constraint constraint_message disabled calculation default choice_filter repeat_count read_only baseline::personal baseline::feeds baseline::soft_min baseline::soft_max baseline::key'.split(
    ' ',
  )
const remarks = /^(notes?|comments?|remarks|#.*)$/
/** Columns that would change the answers: a form with a value in one of them is refused. */
const unsupportedColumns = ['trigger']
/** Columns that have no meaning for a group or a repeat. */
const questionColumns =
  'constraint baseline::feeds baseline::soft_min baseline::soft_max baseline::key calculation default choice_filter read_only'.split(
    ' ',
  )
const knownColumns = new Set([...readColumns, ...unsupportedColumns, 'save_to'])

/** Reports unknown and missing columns; returns whether the rows can be read. */
const checkColumns = (sheet: Sheet): boolean => {
  for (const { name, text, number } of sheet.headers())
    if (!knownColumns.has(name) && !remarks.test(name) && !isDisplayColumn(name))
      sheet.warn([1, number], 'entities.surveys.xlsform.ignoredColumn', { name: text })
  const missing = ['type', 'name'].filter((name) => !sheet.has(name))
  for (const name of missing) sheet.report([1, 1], 'entities.surveys.xlsform.missingColumn', { name })
  return missing.length === 0
}

const checkUnsupported = (row: Row, columns = unsupportedColumns): void => {
  if (row.text('save_to') !== undefined) row.warn('save_to', 'entities.surveys.xlsform.ignoredEntities')
  for (const name of columns) {
    const text = row.text(name)
    if (text !== undefined && !['no', 'false', 'false()'].includes(text.toLowerCase()))
      row.report(name, 'entities.surveys.xlsform.unsupportedColumn', { name })
  }
}

/** A row without type, name and label holds only remarks. */
const reportNoType = (row: Row, defaultLanguage: string): void => {
  if (row.text('name') === undefined && row.texts('label', defaultLanguage) === undefined)
    row.warn('type', 'entities.surveys.xlsform.ignoredRow')
  else row.report('type', 'entities.surveys.xlsform.missing', { name: 'type' })
}

const isDisabled = (row: Row): boolean => {
  if (!row.flag('disabled')) return false
  row.warn('disabled', 'entities.surveys.xlsform.disabledRow')
  return true
}

/** Returns the name of a row that needs none: notes, and the log of the device. */
const generatedKeyOf = ({ number }: Row, { type, metadata }: QuestionRowType): string | undefined => {
  if (type === 'note') return `generated_note_name_${String(number)}`
  return metadata === 'audit' ? 'audit' : undefined
}

interface OpenSection {
  key: string
  kind: 'group' | 'repeat'
  row: Row
  items: Item[]
  personalOverride: boolean | undefined
}

class ItemReader {
  /** The row of each item, for problems that are found later. */
  readonly rows = new Map<string, Row>()
  /** The section of each item: pyxform accepts a name once per section. */
  readonly #sectionsOfKeys = new Map<string, OpenSection | undefined>()
  readonly #referencedKeys: ReadonlySet<string>
  readonly #top: Item[] = []
  readonly #openSections: OpenSection[] = []
  readonly #derivedColumns = new Set<DerivableColumn>()
  readonly #choices: SurveyDefinition['choices']
  readonly #defaultLanguage: string

  constructor(sheet: Sheet, choices: SurveyDefinition['choices'], defaultLanguage: string) {
    this.#referencedKeys = new Set(sheet.texts().flatMap(({ text }) => referencesInText(text)))
    this.#choices = choices
    this.#defaultLanguage = defaultLanguage
  }

  read(rows: readonly Row[]): Item[] {
    for (const row of rows) {
      this.#readRow(row)
      if (row.sheet.hasMaxProblems || this.rows.size > maxItems) return this.#top
    }
    for (const { row } of this.#openSections) row.report('type', 'entities.surveys.xlsform.unclosed')
    return this.#top
  }

  get #currentSection(): OpenSection | undefined {
    return this.#openSections.at(-1)
  }

  #readRow(row: Row): void {
    const text = row.text('type')
    if (text === undefined) return reportNoType(row, this.#defaultLanguage)
    const type = readType(text)
    switch (type.kind) {
      case 'unsupported':
        return row.report('type', 'entities.surveys.xlsform.type', { type: text })
      case 'endGroup':
        return this.#closeSection(row, 'group')
      case 'endRepeat':
        return this.#closeSection(row, 'repeat')
      case 'beginGroup':
        return this.#beginSection(row, 'group')
      case 'beginRepeat':
        return this.#beginSection(row, 'repeat')
      case 'question':
        return this.#readQuestion(row, type)
    }
  }

  #readQuestion(row: Row, type: QuestionRowType): void {
    checkUnsupported(row)
    const context: QuestionContext = {
      choices: this.#choices,
      defaultLanguage: this.#defaultLanguage,
      personalOverride: this.#currentSection?.personalOverride,
      isInRepeat: this.#isInRepeat,
      derivedColumns: this.#derivedColumns,
    }
    const key = this.#readKey(row, generatedKeyOf(row, type))
    const question = readQuestion(row, key, type, context)
    this.#add(
      isAsked(question) ? { ...question, labels: this.#withLabel(row, key, question.labels) } : question,
    )
    if (!type.hasOther) return
    const other = readOther(question, context)
    this.#addKey(row, other.key)
    this.#add(other)
  }

  get #isInRepeat(): boolean {
    return this.#openSections.some(({ kind }) => kind === 'repeat')
  }

  #add(item: Item): void {
    ;(this.#currentSection?.items ?? this.#top).push(item)
  }

  #readKey(row: Row, generatedKey?: string): string {
    const text = row.text('name')
    const key = (text === undefined ? undefined : this.#uniqueKey(row, text)) ?? generatedKey
    if (text === undefined && generatedKey !== undefined && generatedKey !== 'audit')
      row.warn('name', 'entities.surveys.xlsform.generatedName', { name: generatedKey })
    if (key === undefined) row.report('name', 'entities.surveys.xlsform.missing', { name: 'name' })
    else this.#addKey(row, key)
    return key ?? ''
  }

  /**
   * Returns another name if a question in another section has the name. An expression could not tell which of them
   * it means, so a name that expressions refer to is refused.
   */
  #uniqueKey(row: Row, name: string): string {
    const section = this.#currentSection
    if (
      !this.rows.has(name) ||
      section === undefined ||
      this.#sectionsOfKeys.get(name) === section ||
      this.#referencedKeys.has(name)
    )
      return name
    const key = `${section.key}_${name}`
    if (!Key.safeParse(key).success) return name
    row.warn('name', 'entities.surveys.xlsform.renamed', {
      name,
      key,
      row: this.rows.get(name)?.number ?? 0,
    })
    return key
  }

  #addKey(row: Row, key: string): void {
    if (!Key.safeParse(key).success) row.report('name', 'entities.surveys.xlsform.name', { name: key })
    else if (this.rows.has(key))
      row.report('name', 'entities.surveys.xlsform.nameTwice', {
        name: key,
        row: this.rows.get(key)?.number ?? 0,
      })
    else {
      if (this.rows.size === maxItems)
        row.report('name', 'entities.surveys.xlsform.tooMany', { max: maxItems })
      this.rows.set(key, row)
      this.#sectionsOfKeys.set(key, this.#currentSection)
    }
  }

  /** Adds the name as the label in the default language, which is the fallback for other languages. */
  #withLabel(row: Row, key: string, labels: Texts): Texts {
    if (labels[this.#defaultLanguage] !== undefined) return labels
    row.warn(keyOf('label', this.#defaultLanguage), 'entities.surveys.xlsform.noLabel', {
      language: this.#defaultLanguage,
    })
    return { ...labels, [this.#defaultLanguage]: Object.values(labels)[0] ?? key }
  }

  #beginSection(row: Row, kind: OpenSection['kind']): void {
    checkUnsupported(row, [
      ...unsupportedColumns,
      ...questionColumns,
      ...(kind === 'group' ? ['repeat_count'] : []),
    ])
    if (row.condition('required')) row.warn('required', 'entities.surveys.xlsform.ignoredCell')
    if (kind === 'repeat' && this.#isInRepeat) row.report('type', 'entities.surveys.xlsform.nestedRepeat')
    const isTooDeep = this.#openSections.length >= maxDepth
    if (isTooDeep) row.report('type', 'entities.surveys.xlsform.tooDeep', { max: maxDepth })
    const key = this.#readKey(row)
    const texts = row.texts('label', this.#defaultLanguage) ?? {}
    // A group without a label only combines questions with a common relevance.
    const labels = kind === 'repeat' ? this.#withLabel(row, key, texts) : texts
    // Further checks are recursive, so a refused section adds no level.
    const items: Item[] = isTooDeep ? (this.#currentSection?.items ?? []) : []
    const common = {
      key,
      labels,
      ...readDisplay(row, this.#defaultLanguage),
      relevant: row.expression('relevant'),
      items,
    }
    if (!isTooDeep)
      this.#add(
        kind === 'group'
          ? withoutUndefined<Item>({ kind, ...common })
          : withoutUndefined<Item>({ kind, ...common, count: row.text('repeat_count') }),
      )
    const personalOverride = row.optionalFlag('baseline::personal') ?? this.#currentSection?.personalOverride
    this.#openSections.push({ key, kind, row, items, personalOverride })
  }

  #closeSection(row: Row, kind: OpenSection['kind']): void {
    const open = this.#currentSection
    if (!open || open.kind !== kind) return row.report('type', 'entities.surveys.xlsform.notOpen')
    if (open.items.length === 0) open.row.report('type', 'entities.surveys.xlsform.empty')
    this.#openSections.pop()
  }
}

/** Whether a row is more than metadata, which alone is no questionnaire. */
const isQuestionRow = (row: Row): boolean => {
  const type = readType(row.text('type') ?? '')
  return type.kind !== 'question' || type.type !== 'metadata'
}

/** Returns the questions in their sections, and the row of each item. */
export const readItems = (
  sheet: Sheet,
  choices: SurveyDefinition['choices'],
  defaultLanguage: string,
): { items: Item[]; rows: ReadonlyMap<string, Row> } => {
  const reader = new ItemReader(sheet, choices, defaultLanguage)
  if (!checkColumns(sheet)) return { items: [], rows: reader.rows }
  const rows = sheet.rows().filter((row) => !isDisabled(row))
  if (!rows.some(isQuestionRow)) sheet.report([2, 1], 'entities.surveys.xlsform.noQuestions')
  const expanded = expandLoops(rows, { choices, defaultLanguage, maxItems })
  return { items: reader.read(expanded), rows: reader.rows }
}
