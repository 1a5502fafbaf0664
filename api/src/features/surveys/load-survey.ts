import { isDeepStrictEqual } from 'node:util'

import { AppError } from '@baseline/contract/errors.ts'
import type { SurveyDefinition, SurveyStatus } from '@baseline/contract/surveys/master.ts'
import type { Targets } from '@baseline/contract/surveys/targets.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import { asJson } from '#platform/database/as-json.ts'
import type { Db } from '#platform/database/database.ts'

import * as surveys from './queries.ts'
import { keepSearchable } from './searchable.ts'
import { setTargets } from './targets.ts'
import type { FormProblem } from './xlsform/problem.ts'

export interface LoadContext {
  db: Db
  author: Author
}

/** Settings of a survey that are not part of its questionnaire; a missing field stays unchanged. */
export interface SurveyState {
  status?: SurveyStatus | undefined
  openFrom?: string | undefined
  closeOn?: string | undefined
  targets?: Targets | undefined
}

interface LoadOptions extends SurveyState {
  /** Warnings of the reader, stored with the version. */
  warnings?: readonly FormProblem[]
}

export type StoredSurvey = Awaited<ReturnType<typeof surveys.getLocked>>

const stateOf = ({ status, open_from: openFrom, close_on: closeOn }: StoredSurvey) => ({
  status,
  openFrom,
  closeOn,
})

/** A list that is not attached has no choices, so that its questions have no valid answer. */
const requireFiles = async ({ db }: LoadContext, survey: StoredSurvey, version: number): Promise<void> => {
  const { missingFiles = [] } = await surveys.getDefinition(db, survey.id, version)
  if (missingFiles.length > 0)
    throw new AppError('entities.surveys.errors.missingFiles', {
      files: missingFiles.map(({ file, cell }) => `${file} (${cell})`).join(', '),
    })
}

/** `version` is the version that the survey will have. */
export const changeState = async (
  context: LoadContext,
  survey: StoredSurvey,
  state: SurveyState,
  version = survey.version,
): Promise<void> => {
  const before = stateOf(survey)
  if ((state.status ?? before.status) === 'open') await requireFiles(context, survey, version)
  const after = {
    status: state.status ?? before.status,
    openFrom: state.openFrom ?? before.openFrom,
    closeOn: state.closeOn ?? before.closeOn,
  }
  if (isDeepStrictEqual(before, after)) return
  if (after.openFrom !== null && after.closeOn !== null && after.openFrom > after.closeOn)
    throw new AppError('entities.surveys.errors.dates')
  await surveys.update(context.db, survey.id, {
    status: after.status,
    open_from: after.openFrom,
    close_on: after.closeOn,
    // The retention period counts from here.
    ...(before.status !== after.status && { closed_at: after.status === 'closed' ? new Date() : null }),
    settings_version: survey.settings_version + 1,
  })
  const action = before.status === after.status ? 'update' : 'statusChange'
  await audit(context, { entity: 'survey', id: survey.id, action, before, after })
}

/** Opens or closes a survey, or sets its planned days. */
export const setSurveyState = async (
  context: LoadContext,
  formId: string,
  state: SurveyState,
): Promise<void> => changeState(context, await surveys.getLocked(context.db, formId), state)

const insertFirstVersion = async (
  context: LoadContext,
  definition: SurveyDefinition,
  warnings: LoadOptions['warnings'],
): Promise<StoredSurvey> => {
  const survey = await surveys.insert(context.db, definition)
  const { id: surveyId, version } = survey
  const createdBy = context.author.id
  await surveys.insertVersion(context.db, { surveyId, version, definition, createdBy, warnings })
  const { formId, label } = definition
  await audit(context, {
    entity: 'survey',
    id: survey.id,
    action: 'create',
    after: { formId, label, version: survey.version, status: survey.status },
  })
  return survey
}

const insertNextVersion = async (
  context: LoadContext,
  survey: StoredSurvey,
  definition: SurveyDefinition,
  warnings: LoadOptions['warnings'],
): Promise<number> => {
  const { db, author } = context
  const latest = await surveys.getDefinition(db, survey.id, survey.version)
  if (isDeepStrictEqual(latest, asJson(definition))) return survey.version
  const version = survey.version + 1
  const { label } = definition
  await surveys.insertVersion(db, {
    surveyId: survey.id,
    version,
    definition,
    createdBy: author.id,
    warnings,
  })
  await keepSearchable(db, survey.id, definition)
  await surveys.update(db, survey.id, { label, version })
  await audit(context, {
    entity: 'survey',
    id: survey.id,
    action: 'update',
    before: { label: survey.label, version: survey.version },
    after: { label, version },
  })
  return version
}

/**
 * Stores the questionnaire as the latest version of the survey with its form_id. A questionnaire equal to the
 * latest version is not stored again, so loading a file twice is safe.
 */
export const loadSurvey = async (
  context: LoadContext,
  definition: SurveyDefinition,
  { warnings, ...state }: LoadOptions = {},
): Promise<{ id: string; version: number; changed: boolean }> => {
  const existing = await surveys.findLocked(context.db, definition.formId)
  const survey = existing ?? (await insertFirstVersion(context, definition, warnings))
  const version = existing ? await insertNextVersion(context, existing, definition, warnings) : survey.version
  await changeState(context, survey, state, version)
  if (state.targets) await setTargets({ ...context, ifMatch: undefined }, survey.id, state.targets)
  return { id: survey.id, version, changed: !existing || version !== existing.version }
}
