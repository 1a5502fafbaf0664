import { surveyResponses as en } from '@baseline/contract/survey-responses/messages.en.ts'
import { surveyResponses as pt } from '@baseline/contract/survey-responses/messages.pt-BR.ts'
import { ImportedSurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import { serveImport } from '#platform/importer/serve-import.ts'

import { importColumns } from './import-columns.ts'
import { judgeImport } from './judge-import.ts'

serveImport({
  // Who may bring which status along is judged with the row.
  columns: importColumns(['manager']),
  schema: ImportedSurveyResponse,
  headings: [en.fields, pt.fields],
  choiceNames: [en.statuses, pt.statuses],
  judge: judgeImport,
})
