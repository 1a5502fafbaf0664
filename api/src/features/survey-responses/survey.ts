import { fieldError } from '@baseline/contract/errors.ts'
import { fileKindOf } from '@baseline/contract/storage/folders.ts'
import { compileSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type { SurveyDefinition, SurveyStatus } from '@baseline/contract/surveys/master.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { findDefinition } from '#platform/database/find-definition.ts'
import { limits } from '#platform/limits.ts'
import { createSharedReads } from '#platform/shared-reads.ts'

import type { FileUse } from './write/files.ts'

/** A survey with the questionnaire that a response is answered with. */
export interface SurveyAtVersion {
  id: string
  label: string
  version: number
  status: SurveyStatus
  definition: SurveyDefinition
}

/**
 * Cache of questionnaires. Versions are immutable, so entries never expire; the number of entries is limited,
 * because they can be large. The transaction that loads a version must not use it, because it can be rolled back.
 */
const cache = new Map<string, SurveyDefinition>()
const maxCached = 100

/** Returns a version of a questionnaire; undefined if it does not exist. */
export const findCached = async (
  db: Db,
  id: string,
  version: number,
): Promise<SurveyDefinition | undefined> => {
  const key = `${id} ${String(version)}`
  const cached = cache.get(key)
  if (cached) return cached
  const definition = await findDefinition(db, id, version)
  if (!definition) return undefined
  const [oldest] = cache.keys()
  if (cache.size >= maxCached && oldest !== undefined) cache.delete(oldest)
  cache.set(key, definition)
  return definition
}

/** Returns the time zone of a questionnaire, or null if it has none. */
export const timeZoneOf = async (db: Db, id: string, version: number): Promise<string | null> =>
  (await findCached(db, id, version))?.timeZone ?? null

const selectById = compiledOnce<Omit<SurveyAtVersion, 'definition'>, { id: string }>((db, { id }) =>
  db
    .selectFrom('surveys')
    .modifyFront(prepared)
    .select(['id', 'label', 'version', 'status'])
    .where('id', '=', id),
)

/** Returns the requested version of a survey, by default the latest. */
export const getSurvey = async (db: Db, id: string, version?: number): Promise<SurveyAtVersion> => {
  const [survey] = await selectById(db, { id })
  const definition = survey && (await findCached(db, id, version ?? survey.version))
  if (!definition) throw fieldError('data.surveyId', 'entities.surveyResponses.errors.surveyNotFound')
  return { ...survey, version: version ?? survey.version, definition }
}

const selectByForms = compiledOnce<
  Omit<SurveyAtVersion, 'definition'> & { form_id: string },
  { formIds: readonly string[] }
>((db, { formIds }) =>
  db
    .selectFrom('surveys')
    .modifyFront(prepared)
    .select(['form_id', 'id', 'label', 'version', 'status'])
    .where(sql<boolean>`form_id = any(${formIds}::text[])`),
)

/**
 * Returns a function that finds a version of the survey of a form; undefined if the survey has no such version. Calls
 * that wait share one query.
 */
export const createFormReader = (db: Db) => {
  const read = createSharedReads<Omit<SurveyAtVersion, 'definition'>>(limits.userReads, async (formIds) => {
    const surveys = await selectByForms(db, { formIds })
    return new Map(surveys.map(({ form_id: formId, ...survey }) => [formId, survey]))
  })
  return async (formId: string, version: number): Promise<SurveyAtVersion | undefined> => {
    const survey = await read(formId)
    if (!survey || !Number.isInteger(version) || version < 1 || version > survey.version) return undefined
    const definition = await findCached(db, survey.id, version)
    return definition && { ...survey, version, definition }
  }
}
export type ReadForm = ReturnType<typeof createFormReader>

/** Returns a survey that accepts responses. Throws if it is not open. */
export const getOpenSurvey = async (db: Db, id: string, version?: number): Promise<SurveyAtVersion> => {
  const survey = await getSurvey(db, id, version)
  if (survey.status !== 'open')
    throw fieldError('data.surveyId', 'entities.surveyResponses.errors.surveyNotOpen')
  return survey
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** Returns the stored files in the answers. URLs from an import are not stored files. */
export const filesInAnswers = (
  definition: SurveyDefinition,
  answers: Readonly<Record<string, unknown>>,
): FileUse[] => {
  const uses: FileUse[] = []
  for (const [key, { item, repeat }] of compileSurvey(definition).items) {
    const kind = item.kind === 'question' ? fileKindOf(item.type) : undefined
    if (!kind) continue
    const add = (question: string, answer: unknown): void => {
      if (typeof answer === 'string' && uuid.test(answer)) uses.push({ id: answer, question, kind })
    }
    if (repeat === undefined) add(key, answers[key])
    else rowsOf(answers[repeat]).forEach((row, index) => add(`${repeat}.${String(index)}.${key}`, row[key]))
  }
  return uses
}

const rowsOf = (answer: unknown): Record<string, unknown>[] =>
  Array.isArray(answer) ? answer.filter((row) => typeof row === 'object' && row !== null) : []
