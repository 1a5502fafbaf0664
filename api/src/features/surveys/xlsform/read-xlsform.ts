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
  const find = (name: string): Sheet | undefined => {
    const found = sheets.find((sheet) => sheet.name.toLowerCase().trim() === name)
    return found && new Sheet(found, problems)
  }
  const need = (name: string): Sheet => {
    const found = find(name)
    if (!found) problems.add(name, [1, 1], 'entities.surveys.xlsform.sheet', { name })
    return found ?? new Sheet({ name, rows: [] }, new Problems())
  }
  return {
    survey: need('survey'),
    choices: find('choices'),
    settings: need('settings'),
    targets: find('targets'),
  }
}

/** Checks references and cycles in expressions, which requires all rows. */
const checkExpressions = (definition: SurveyDefinition, rows: ReturnType<typeof readItems>['rows']): void => {
  for (const { item, field, error } of examineSurvey(definition).problems)
    rows.get(item)?.tell(field, error.key, error.params)
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
  const named = [...new Set([...survey.languages, ...(choices?.languages ?? [])])]
  const read = readSettings(settings, named)
  const lists = readChoices(choices, read.defaultLanguage)
  const { items, rows } = readItems(survey, lists, read.defaultLanguage)
  const definition: SurveyDefinition = {
    ...read,
    languages: named.length > 0 ? named : [read.defaultLanguage],
    choices: lists,
    items,
  }
  checkExpressions(definition, rows)
  const wanted = targets && readTargets(targets)
  problems.throwIfAny()
  return { definition, targets: wanted }
}
