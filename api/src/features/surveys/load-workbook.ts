import { AppError } from '@baseline/contract/errors.ts'
import type { LoadedSurvey } from '@baseline/contract/surveys/upload.ts'

import type { Scope } from '#platform/auth/scope.ts'
import { requireVersion } from '#platform/http/if-match.ts'

import { assessChanges } from './assess-changes.ts'
import { loadSurvey } from './load-survey.ts'
import type { LoadContext, SurveyState } from './load-survey.ts'
import * as surveys from './queries.ts'
import { insertFiles } from './versions.ts'
import type { SourceFiles } from './versions.ts'
import type { SurveyForm } from './xlsform/read-xlsform.ts'

interface Options extends SurveyState {
  files: SourceFiles
  /** The number of concerned responses that the caller has confirmed. */
  allowBreaking: number | undefined
}

/** Responses arrive while the caller reads the number: a tenth more needs no other confirmation. */
const toleratedGrowth = 1.1

type WorkbookContext = LoadContext & { scope: Scope; ifMatch: number | undefined }

/** Refuses a questionnaire that breaks the answers of clearly more responses than the caller has confirmed. */
const requireConfirmation = async (
  context: WorkbookContext,
  survey: { id: string; version: number },
  { form, allowBreaking }: Pick<Options, 'allowBreaking'> & { form: SurveyForm },
): Promise<void> => {
  const { breaking } = await assessChanges(context, survey, form.definition)
  if (breaking && (allowBreaking === undefined || breaking.count > allowBreaking * toleratedGrowth))
    throw new AppError('entities.surveys.errors.breaking', breaking)
}

/**
 * Stores a workbook as a new survey or as its next version, with the files that it was read from. If-Match is
 * the version that the workbook is based on; 0 for a new survey.
 */
export const loadWorkbook = async (
  context: WorkbookContext,
  form: SurveyForm,
  { files, allowBreaking, ...state }: Options,
): Promise<LoadedSurvey> => {
  const { definition, warnings, targets } = form
  const survey = await surveys.findLocked(context.db, definition.formId)
  if (survey) {
    const { id } = survey
    await requireVersion(context, await surveys.get(context, id), { entity: 'survey', id })
    await requireConfirmation(context, survey, { form, allowBreaking })
  } else if (context.ifMatch) throw new AppError('errors.recordNotFound')
  const loaded = await loadSurvey(context, definition, { ...state, targets, warnings })
  await insertFiles(context.db, { surveyId: loaded.id, version: loaded.version }, files)
  return { ...loaded, formId: definition.formId }
}
