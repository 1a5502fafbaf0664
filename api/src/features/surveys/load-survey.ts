import { isDeepStrictEqual } from 'node:util'

import { AppError } from '@baseline/contract/errors.ts'
import type { Targets } from '@baseline/contract/surveys/contract.ts'
import type { SurveyDefinition, SurveyStatus } from '@baseline/contract/surveys/master.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'

import * as surveys from './queries.ts'
import { setTargets } from './targets.ts'

interface Writing {
  db: Db
  author: Author
}

/** Settings of a survey that are not part of its questionnaire; a missing field stays unchanged. */
export interface State {
  status?: SurveyStatus | undefined
  openFrom?: string | undefined
  closeOn?: string | undefined
  targets?: Targets | undefined
}

type Stored = Awaited<ReturnType<typeof surveys.getLocked>>

const stateOf = ({ status, open_from: openFrom, close_on: closeOn }: Stored) => ({
  status,
  openFrom,
  closeOn,
})

const changeState = async (writing: Writing, survey: Stored, state: State): Promise<void> => {
  const before = stateOf(survey)
  const after = {
    status: state.status ?? before.status,
    openFrom: state.openFrom ?? before.openFrom,
    closeOn: state.closeOn ?? before.closeOn,
  }
  if (isDeepStrictEqual(before, after)) return
  if (after.openFrom !== null && after.closeOn !== null && after.openFrom > after.closeOn)
    throw new AppError('entities.surveys.errors.dates')
  await surveys.update(writing.db, survey.id, {
    status: after.status,
    open_from: after.openFrom,
    close_on: after.closeOn,
  })
  const action = before.status === after.status ? 'update' : 'statusChange'
  await audit(writing, { entity: 'survey', id: survey.id, action, before, after })
}

/** Opens or closes a survey, or sets its planned days. */
export const setSurveyState = async (writing: Writing, formId: string, state: State): Promise<void> =>
  changeState(writing, await surveys.getLocked(writing.db, formId), state)

const firstVersion = async (writing: Writing, definition: SurveyDefinition): Promise<Stored> => {
  const survey = await surveys.insert(writing.db, definition)
  await surveys.insertVersion(writing.db, survey.id, survey.version, definition)
  const { formId, label } = definition
  await audit(writing, {
    entity: 'survey',
    id: survey.id,
    action: 'create',
    after: { formId, label, version: survey.version, status: survey.status },
  })
  return survey
}

const nextVersion = async (writing: Writing, survey: Stored, definition: SurveyDefinition) => {
  const { db } = writing
  const latest = await surveys.findDefinition(db, survey.id, survey.version)
  // Compares the definition as it would be read from JSON, without undefined fields.
  if (isDeepStrictEqual(latest, JSON.parse(JSON.stringify(definition)))) return survey.version
  const version = survey.version + 1
  const { label } = definition
  await surveys.insertVersion(db, survey.id, version, definition)
  await surveys.update(db, survey.id, { label, version })
  await audit(writing, {
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
  writing: Writing,
  definition: SurveyDefinition,
  state: State = {},
): Promise<{ id: string; version: number; changed: boolean }> => {
  const known = await surveys.findLocked(writing.db, definition.formId)
  const survey = known ?? (await firstVersion(writing, definition))
  const version = known ? await nextVersion(writing, known, definition) : survey.version
  await changeState(writing, survey, state)
  if (state.targets) await setTargets({ ...writing, ifMatch: undefined }, survey.id, state.targets)
  return { id: survey.id, version, changed: !known || version !== known.version }
}
