import { isDeepStrictEqual } from 'node:util'

import { AppError, fieldError } from '@baseline/contract/errors.ts'
import type { Item, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { isPersonalQuestion } from '@baseline/contract/surveys/personal-question.ts'
import type { Settings, SurveySettings } from '@baseline/contract/surveys/settings.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import { audit } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { requireVersion } from '#platform/http/if-match.ts'

import type { LoadContext } from './load-survey.ts'
import * as surveys from './queries.ts'
import { searchableKeys, setSearchable } from './searchable.ts'

type Marks = Settings['personal']
type StoredSettings = Omit<SurveySettings, 'version'>

const marksOf = (definition: SurveyDefinition): Marks =>
  [...itemsOf(definition).values()].flatMap(({ item }) =>
    item.kind === 'question' && item.personalOverride !== undefined
      ? [{ key: item.key, personal: item.personalOverride }]
      : [],
  )

const settingsOf = (
  survey: { open_from: string | null; close_on: string | null },
  definition: SurveyDefinition,
  searchable: string[],
): StoredSettings => ({
  openFrom: survey.open_from,
  closeOn: survey.close_on,
  timeZone: definition.timeZone,
  personal: marksOf(definition),
  searchable,
})

export const getSettings = async (db: Db, id: string): Promise<SurveySettings> => {
  const survey = await db
    .selectFrom('surveys')
    .select(['id', 'version', 'open_from', 'close_on', 'settings_version'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!survey) throw new AppError('errors.notFound')
  const definition = await surveys.getDefinition(db, id, survey.version)
  const searchable = await searchableKeys(db, id)
  return { ...settingsOf(survey, definition, searchable), version: survey.settings_version }
}

/** Replaces the marks of all questions. Questions without a mark follow their type and their words. */
const markItems = (items: readonly Item[], marks: ReadonlyMap<string, boolean>): Item[] =>
  items.map((item): Item => {
    if (item.kind !== 'question') return { ...item, items: markItems(item.items, marks) }
    const mark = marks.get(item.key)
    if (mark === item.personalOverride) return item
    const { personalOverride: _replaced, ...question } = item
    const marked = { ...question, personal: false, ...(mark !== undefined && { personalOverride: mark }) }
    return { ...marked, personal: isPersonalQuestion(marked) }
  })

const requireQuestions = (definition: SurveyDefinition, marks: Marks): void => {
  const items = itemsOf(definition)
  const unknown = marks.findIndex(
    ({ key }, index) =>
      items.get(key)?.item.kind !== 'question' || marks.findIndex((other) => other.key === key) < index,
  )
  if (unknown >= 0)
    throw fieldError(`data.personal.${String(unknown)}.key`, 'entities.surveys.errors.unknownQuestion')
}

/**
 * Replaces the settings. The time zone and the marks of personal data belong to the questionnaire, so another
 * value creates its next version.
 */
export const changeSettings = async (
  context: LoadContext & { ifMatch: number | undefined },
  id: string,
  settings: Settings,
): Promise<SurveySettings> => {
  const { db, author } = context
  const survey = await surveys.getLockedById(db, id)
  const definition = await surveys.getDefinition(db, id, survey.version)
  const before = settingsOf(survey, definition, await searchableKeys(db, id))
  const current = { ...before, version: survey.settings_version }
  await requireVersion(context, current, { entity: 'survey', id })
  requireQuestions(definition, settings.personal)
  const marks = new Map(settings.personal.map(({ key, personal }) => [key, personal]))
  const changed = { ...definition, timeZone: settings.timeZone, items: markItems(definition.items, marks) }
  const searchable = settings.searchable ?? before.searchable
  const after = settingsOf({ open_from: settings.openFrom, close_on: settings.closeOn }, changed, searchable)
  if (isDeepStrictEqual(before, after)) return current
  const isNewVersion = !isDeepStrictEqual(definition, changed)
  const version = survey.version + (isNewVersion ? 1 : 0)
  if (isNewVersion)
    await surveys.insertVersion(db, { surveyId: id, version, definition: changed, createdBy: author.id })
  await setSearchable(db, id, changed, searchable)
  const settingsVersion = survey.settings_version + 1
  await surveys.update(db, id, {
    version,
    open_from: settings.openFrom,
    close_on: settings.closeOn,
    settings_version: settingsVersion,
  })
  await audit(context, {
    entity: 'survey',
    id,
    action: 'update',
    before: { ...before, version: survey.version },
    after: { ...after, version },
  })
  return { ...after, version: settingsVersion }
}
