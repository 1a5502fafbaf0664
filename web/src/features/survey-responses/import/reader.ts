import { roles } from '@baseline/contract/permissions.ts'
import { surveyExports as exportsEn } from '@baseline/contract/survey-responses/exports/messages.en.ts'
import { surveyExports as exportsPt } from '@baseline/contract/survey-responses/exports/messages.pt-BR.ts'
import { surveyResponses as en } from '@baseline/contract/survey-responses/messages.en.ts'
import { surveyResponses as pt } from '@baseline/contract/survey-responses/messages.pt-BR.ts'
import { ImportedSurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { LinesOf, ReadCells } from '#platform/importer/file-row.ts'
import type { ImportReader } from '#platform/importer/read-import.ts'

import { cellAnswers, filledAnswers } from './cell-answers.ts'
import {
  findTakenHeadings,
  fixedColumns,
  hasQuestions,
  importColumns,
  missingColumns,
  repeatSheets,
  sharedKeys,
  sheetOfRepeat,
  takenSheetHeadings,
  withoutQuestions,
} from './columns.ts'
import type { ResponsesContext } from './context.ts'
import { repeatsOf } from './questions.ts'
import { relevanceProblems, validateImport } from './validate-import.ts'

/** Sheets of templates and exports without responses. */
export const otherSheets = ['Guide', 'Guia', 'codebook', 'manifest', 'history']

/** Column labels in both languages. */
export const headings = [
  { ...en.fields, ...exportsEn.sheets },
  { ...pt.fields, ...exportsPt.sheets },
]

const fixedKeys = fixedColumns([]).map(({ key }) => key)

const rowsOf = (survey: SurveyDefinition, lines: LinesOf): [string, unknown][] =>
  repeatsOf(survey).flatMap((repeat) => {
    const rows = (lines.get(sheetOfRepeat(repeat)) ?? []).map(({ cells }) =>
      filledAnswers(cellAnswers(survey, cells, { takenHeadings: takenSheetHeadings, repeat })),
    )
    return rows.length > 0 ? [[repeat, rows] as [string, unknown]] : []
  })

/**
 * Returns a function that builds the data of a row: the fixed columns, and the answers from JSON or from
 * question columns.
 */
const createComposer =
  (survey: SurveyDefinition, sharedColumnKeys: ReadonlySet<string>) => (cells: ReadCells, lines: LinesOf) => {
    const json = cells.get('values')?.text ?? ''
    const isFixedField = (key: string) => key !== 'values' && (json !== '' || !sharedColumnKeys.has(key))
    const data = Object.fromEntries(
      [...cells]
        .filter(([key, { text }]) => text !== '' && fixedKeys.includes(key) && isFixedField(key))
        .map(([key, { value }]) => [key, value]),
    )
    if (json !== '') return { ...data, values: json }
    const answers = filledAnswers(cellAnswers(survey, cells, { takenHeadings: findTakenHeadings(survey) }))
    const values = { ...answers, ...Object.fromEntries(rowsOf(survey, lines)) }
    return Object.keys(values).length > 0 ? { ...data, values } : data
  }

export const readerFor = ({
  survey,
  language,
}: ResponsesContext): ImportReader<ResponsesContext, typeof ImportedSurveyResponse> => {
  // With all roles, the columns accept every status. The validation of each row checks the roles of the user.
  const columns = importColumns(survey, { roles, language })
  return {
    columns,
    sheets: repeatSheets(survey, language),
    otherSheets,
    schema: ImportedSurveyResponse,
    headings,
    choiceNames: [en.statuses, pt.statuses],
    missing: missingColumns(columns),
    narrow: (present) =>
      hasQuestions(columns, present)
        ? { compose: createComposer(survey, sharedKeys(survey)) }
        : { columns: withoutQuestions(columns, roles), compose: createComposer(survey, new Set()) },
    validate: validateImport,
    dependentProblems: relevanceProblems,
  }
}
