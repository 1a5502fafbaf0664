import { examineSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type { CompiledItem, ExpressionField } from '@baseline/contract/surveys/compile-survey.ts'
import { referencesOf } from '@baseline/contract/surveys/expression/evaluate.ts'
import { hasAnswer } from '@baseline/contract/surveys/master.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import type { Targets } from '@baseline/contract/surveys/targets.ts'
import { readWorkbook } from '@baseline/tabular/read-workbook.ts'
import type { SheetRows } from '@baseline/tabular/read-workbook.ts'

import { checkInstanceName } from './check-instance-name.ts'
import { createLanguageResolver } from './languages.ts'
import type { LanguageCodes, LanguageResolver } from './languages.ts'
import { Problems } from './problem.ts'
import type { FormProblem } from './problem.ts'
import { readAttachments } from './read-attachments.ts'
import type { Attachments } from './read-attachments.ts'
import { checkDuplicates, readLists } from './read-choices.ts'
import { readItems } from './read-items.ts'
import { allowsDuplicates, readSettings } from './read-settings.ts'
import { readTargets } from './read-targets.ts'
import { Sheet } from './sheet.ts'

/** Enough for the questionnaire of a national census. */
export const workbookLimits = {
  fileBytes: 10_000_000,
  entries: 500,
  partBytes: 50_000_000,
  totalBytes: 100_000_000,
  strings: 600_000,
  rows: 25_000,
  writtenRows: 200_000,
  columns: 200,
  cells: 500_000,
}

/** A workbook with one sheet consists of questions only, under any name of the sheet. */
const openOnlySheet = (
  sheetsByName: ReadonlyMap<string, SheetRows>,
  openSheet: (name: string) => Sheet | undefined,
): Sheet | undefined => {
  const [name = '', ...others] = sheetsByName.keys()
  const sheet = others.length === 0 ? openSheet(name) : undefined
  sheet?.warn([1, 1], 'entities.surveys.xlsform.onlySheet', { name })
  return sheet
}

const openSheets = (sheets: readonly SheetRows[], problems: Problems, languageOf: LanguageResolver) => {
  const sheetsByName = new Map<string, SheetRows>()
  for (const sheet of sheets) {
    const name = sheet.name.toLowerCase().trim()
    if (sheetsByName.has(name))
      problems.warn(sheet.name, [1, 1], 'entities.surveys.xlsform.ignoredSheet', { name: sheet.name })
    else sheetsByName.set(name, sheet)
  }
  const openSheet = (name: string): Sheet | undefined => {
    const sheetRows = sheetsByName.get(name)
    sheetsByName.delete(name)
    return sheetRows && new Sheet(sheetRows, problems, languageOf)
  }
  const opened = {
    survey: openSheet('survey') ?? openOnlySheet(sheetsByName, openSheet),
    choices: openSheet('choices'),
    externalChoices: openSheet('external_choices'),
    settings: openSheet('settings') ?? new Sheet({ name: 'settings', rows: [] }, problems, languageOf),
    targets: openSheet('targets'),
  }
  for (const name of sheetsByName.keys())
    if (name === 'entities') problems.warn(name, [1, 1], 'entities.surveys.xlsform.ignoredEntities')
    // Authors hide a sheet from converters with an underscore.
    else if (!name.startsWith('_'))
      problems.warn(name, [1, 1], 'entities.surveys.xlsform.ignoredSheet', { name })
  return opened
}

/** The columns of expressions that have another name in the definition. */
const columnsByField: Readonly<Partial<Record<ExpressionField, string>>> = {
  requiredIf: 'required',
  readOnly: 'read_only',
  choiceFilter: 'choice_filter',
  count: 'repeat_count',
}

/** Types of bindings of calculations whose results are numbers. */
const numberBindings = new Set(['int', 'integer', 'decimal'])

/** A text that is calculated from a personal answer is personal, unless the author says otherwise. */
const markPersonalResults = (order: readonly CompiledItem[]): void => {
  const personalKeys = new Set<string>()
  for (const { item, calculation } of order) {
    if (item.kind !== 'question') continue
    const isTakenOver =
      calculation !== undefined &&
      item.result !== 'number' &&
      item.personalOverride === undefined &&
      [...referencesOf(calculation).keys].some((key) => personalKeys.has(key))
    item.personal ||= isTakenOver
    if (item.personal) personalKeys.add(item.key)
  }
}

/**
 * Checks references and cycles in expressions, which requires all rows, and sets the types of the results of
 * calculations.
 */
const checkExpressions = (definition: SurveyDefinition, rows: ReturnType<typeof readItems>['rows']): void => {
  const { problems, results, items, order } = examineSurvey(definition)
  for (const { item, field, error, isWarning } of problems) {
    const column = columnsByField[field] ?? field
    if (isWarning) rows.get(item)?.warn(column, error.key, error.params)
    else rows.get(item)?.report(column, error.key, error.params)
  }
  for (const [key, result] of results) {
    const item = items.get(key)?.item
    if (item?.kind !== 'question') continue
    item.result = numberBindings.has(item.attributes?.['bind::type'] ?? '') ? 'number' : result
  }
  markPersonalResults(order)
}

/**
 * Reports rules that phones cannot follow. Requires a questionnaire without other problems. Imports the generator
 * when it is needed, so that the thread of an upload starts faster.
 */
const checkPhones = async (
  definition: SurveyDefinition,
  rows: ReturnType<typeof readItems>['rows'],
): Promise<void> => {
  const { findPhoneProblems } = await import('../xform/write-xform.ts')
  for (const { item, column, key, params } of findPhoneProblems(definition))
    rows.get(item)?.report(column, key, params)
}

const questionsOf = (definition: SurveyDefinition): Question[] =>
  [...itemsOf(definition).values()].flatMap(({ item }) => (item.kind === 'question' ? [item] : []))

const checkTexts = (definition: SurveyDefinition, sheets: readonly (Sheet | undefined)[]): void => {
  const items = itemsOf(definition)
  for (const sheet of sheets)
    sheet?.checkReferences((key) => {
      const item = items.get(key)?.item
      return item?.kind === 'question' && hasAnswer(item)
    })
}

/** The content of a workbook: the questionnaire and, if it has the sheet, the targets. */
export interface SurveyForm {
  definition: SurveyDefinition
  targets: Targets | undefined
  /** Cells that the reader had to interpret, and content that it ignored. */
  warnings: readonly FormProblem[]
}

export interface ReadOptions {
  /** Names the questionnaire if the workbook has no `form_id`. */
  fileName: string
  /** Lists that the workbook refers to as files. */
  attachments?: Attachments
  /** Codes of languages that the workbook names without a code. */
  languageCodes?: LanguageCodes
  /** Also reports rules that cannot be expressed for phones. */
  phones?: boolean
}

/**
 * Reads a questionnaire from an XLSForm workbook, and checks that all of its expressions can be evaluated.
 * Throws XlsFormError with the cell of every problem, or TabularError if the file is not a workbook.
 */
export const readXlsForm = async (bytes: Uint8Array, options: ReadOptions): Promise<SurveyForm> => {
  const problems = new Problems()
  const languageOf = createLanguageResolver(options.languageCodes ?? {})
  const sheets = await readWorkbook(bytes, workbookLimits)
  const { survey, choices, externalChoices, settings, targets } = openSheets(sheets, problems, languageOf)
  if (!survey) {
    problems.add('survey', [1, 1], 'entities.surveys.xlsform.sheet', { name: 'survey' })
    return problems.throwAll()
  }
  const headerLanguages = [...new Set([...survey.languages, ...(choices?.languages ?? [])])]
  const hasPlainLabels = survey.has('label') || (choices?.has('label') ?? false)
  const formSettings = readSettings(settings, options.fileName, {
    languages: headerLanguages,
    hasPlainLabels,
    languageOf,
  })
  const { defaultLanguage } = formSettings
  const { lists: sheetLists, duplicates } = readLists(choices, externalChoices, defaultLanguage)
  const attached = readAttachments(survey, options.attachments ?? new Map(), {
    lists: sheetLists,
    language: defaultLanguage,
  })
  const lists = { ...sheetLists, ...attached.lists }
  const { items, rows } = readItems(survey, lists, defaultLanguage)
  const definition: SurveyDefinition = {
    ...formSettings,
    languages:
      hasPlainLabels || headerLanguages.length === 0
        ? [...new Set([defaultLanguage, ...headerLanguages])]
        : headerLanguages,
    choices: lists,
    items,
    ...(attached.missingFiles.length > 0 && { missingFiles: attached.missingFiles }),
  }
  if (!allowsDuplicates(settings)) checkDuplicates(duplicates, questionsOf(definition))
  checkExpressions(definition, rows)
  checkInstanceName(definition, settings)
  checkTexts(definition, [survey, choices, externalChoices])
  const surveyTargets = targets && readTargets(targets)
  problems.throwIfAny()
  if (options.phones) await checkPhones(definition, rows)
  problems.throwIfAny()
  return { definition, targets: surveyTargets, warnings: problems.warnings }
}
