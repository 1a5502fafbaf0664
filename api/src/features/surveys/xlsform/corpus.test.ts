import { compileSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { expect, test } from 'vitest'

import { formatProblem } from './format-problem.ts'
import { XlsFormError } from './problem.ts'
import type { FormProblem } from './problem.ts'
import { readXlsForm } from './read-xlsform.ts'
import { toAttachments, toWorkbook } from './testing/corpus-workbook.ts'
import type { CorpusEntry } from './testing/corpus-workbook.ts'
import { corpus } from './testing/corpus/all.ts'

const format = (problem: FormProblem): string => {
  const { sheet, column, row } = problem
  return `${sheet}!${column}${String(row)} ${formatProblem('en', problem).replace(/^Sheet [^:]*: /, '')}`
}

const outcomeOf = async (entry: CorpusEntry): Promise<string[]> => {
  const options = { fileName: 'corpus.xlsx', attachments: toAttachments(entry) }
  try {
    const { definition, warnings } = await readXlsForm(await toWorkbook(entry), options)
    // A stored questionnaire must be valid, and its expressions must compile.
    compileSurvey(SurveyDefinition.parse(JSON.parse(JSON.stringify(definition))))
    return ['loaded', ...warnings.map((warning) => `warning ${format(warning)}`)]
  } catch (error) {
    if (!(error instanceof XlsFormError)) throw error
    return error.problems.map((problem) => `refused ${format(problem)}`)
  }
}

test('has a workbook per feature and pitfall', () => {
  expect(corpus.length).toBeGreaterThanOrEqual(80)
  expect(new Set(corpus.map(({ name }) => name)).size).toBe(corpus.length)
})

test.for(corpus)('$name', async (entry) => {
  expect(await outcomeOf(entry)).toEqual(entry.outcome)
})
