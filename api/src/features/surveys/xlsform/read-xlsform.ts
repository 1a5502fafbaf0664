import { examineSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type { Targets } from '@baseline/contract/surveys/contract.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { readWorkbook } from '@baseline/tabular/read-workbook.ts'
import type { SheetRows } from '@baseline/tabular/read-workbook.ts'

import { Problems } from './problem.ts'
import { readChoices } from './read-choices.ts'
import { readItems } from './read-items.ts'
import { readSettings } from './read-settings.ts'
import { readTargets } from './read-targets.ts'
import { Sheet } from './sheet.ts'

/** Enough for the questionnaire of a national census. */
const limits = {
  fileBytes: 10_000_000,
  entries: 500,
  partBytes: 50_000_000,
  totalBytes: 100_000_000,
  strings: 200_000,
  rows: 20_000,
  columns: 200,
  cells: 500_000,
}

const openSheets = (sheets: readonly SheetRows[], problems: Problems) => {
  const findSheet = (name: string): Sheet | undefined => {
    const sheetRows = sheets.find((sheet) => sheet.name.toLowerCase().trim() === name)
    return sheetRows && new Sheet(sheetRows, problems)
  }
  const requireSheet = (name: string): Sheet => {
    const sheet = findSheet(name)
    if (!sheet) problems.add(name, [1, 1], 'entities.surveys.xlsform.sheet', { name })
    return sheet ?? new Sheet({ name, rows: [] }, new Problems())
  }
  return {
    survey: requireSheet('survey'),
    choices: findSheet('choices'),
    settings: requireSheet('settings'),
    targets: findSheet('targets'),
  }
}

/** Checks references and cycles in expressions, which requires all rows. */
const checkExpressions = (definition: SurveyDefinition, rows: ReturnType<typeof readItems>['rows']): void => {
  for (const { item, field, error } of examineSurvey(definition).problems)
    rows.get(item)?.report(field, error.key, error.params)
}

/** The content of a workbook: the questionnaire and, if it has the sheet, the targets. */
export interface SurveyForm {
  definition: SurveyDefinition
  targets: Targets | undefined
}

/**
 * Reads a questionnaire from an XLSForm workbook, and checks that all of its expressions can be evaluated.
 * Throws XlsFormError with the cell of every problem, or TabularError if the file is not a workbook.
 */
export const readXlsForm = async (bytes: Uint8Array): Promise<SurveyForm> => {
  const problems = new Problems()
  const { survey, choices, settings, targets } = openSheets(await readWorkbook(bytes, limits), problems)
  const languages = [...new Set([...survey.languages, ...(choices?.languages ?? [])])]
  const formSettings = readSettings(settings, languages)
  const lists = readChoices(choices, formSettings.defaultLanguage)
  const { items, rows } = readItems(survey, lists, formSettings.defaultLanguage)
  const definition: SurveyDefinition = {
    ...formSettings,
    languages: languages.length > 0 ? languages : [formSettings.defaultLanguage],
    choices: lists,
    items,
  }
  checkExpressions(definition, rows)
  const surveyTargets = targets && readTargets(targets)
  problems.throwIfAny()
  return { definition, targets: surveyTargets }
}
