import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { inScope as inUserScope } from '#platform/database/scoped-tables.ts'

import type { Target } from './plan.ts'
import { inScope, isAllowedSurvey, isVisibleSurvey, readsResponses } from './scope.ts'
import type { DashboardScope } from './scope.ts'

/** Returns the time of the figures: now if they count the responses, else the last update of the rollup. */
export const readAsOf = async (db: Db, scope: DashboardScope): Promise<string> => {
  if (readsResponses(scope)) return new Date().toISOString()
  const { as_of: asOf } = await db.selectFrom('response_folds').select('as_of').executeTakeFirstOrThrow()
  return asOf.toISOString()
}

export const listSurveys = async (db: Db, scope: DashboardScope): Promise<Dashboard['surveys']> => {
  const rows = await db
    .selectFrom('surveys')
    .select(['id', 'label', 'open_from', 'close_on'])
    .where(isVisibleSurvey(scope))
    .orderBy('label_folded')
    .orderBy('id')
    .execute()
  return rows.map(({ open_from: openFrom, close_on: closeOn, ...survey }) => ({
    ...survey,
    openFrom,
    closeOn,
  }))
}

/** Returns the time zone of a survey, null if it defines none; undefined if the survey does not exist. */
export const findTimeZone = async (
  db: Db,
  scope: DashboardScope,
): Promise<{ timeZone: string | null } | undefined> => {
  if (scope.surveyId === undefined) return undefined
  return db
    .selectFrom('surveys')
    .innerJoin('survey_versions as latest', (join) =>
      join.onRef('latest.survey_id', '=', 'surveys.id').onRef('latest.version', '=', 'surveys.version'),
    )
    .select(sql<string | null>`definition ->> 'timeZone'`.as('timeZone'))
    .where('surveys.id', '=', scope.surveyId)
    .where(isVisibleSurvey(scope))
    .executeTakeFirst()
}

/** Returns when a response was last received, regardless of the date range. */
export const findLastReceipt = async (db: Db, scope: DashboardScope): Promise<string | null> => {
  const { surveyId, allowed } = scope
  const allDays: DashboardScope = { ...scope, range: undefined }
  const limit = readsResponses(scope) ? undefined : inUserScope('survey_totals', allowed)
  const { at } = await (
    readsResponses(scope)
      ? db
          .selectFrom('survey_responses')
          .where(inScope(allDays))
          .select((eb) => eb.fn.max('created_at').as('at'))
      : db
          .selectFrom('survey_totals')
          .$call((query) => (limit ? query.where(limit) : query))
          .$if(surveyId !== undefined, (query) => query.where('survey_id', '=', surveyId ?? ''))
          .select((eb) => eb.fn.max('last_response_at').as('at'))
  ).executeTakeFirstOrThrow()
  return at?.toISOString() ?? null
}

/** Returns the targets of surveys with planned days, which are required to compute the expected number. */
export const targetsOf = async (db: Db, scope: DashboardScope): Promise<Target[]> => {
  const { surveyId } = scope
  const isAllowed = isAllowedSurvey(scope)
  const rows = await db
    .selectFrom('survey_targets')
    .innerJoin('surveys', 'surveys.id', 'survey_targets.survey_id')
    .select(['survey_id', 'open_from', 'close_on', 'district', 'district_folded', 'target'])
    .where('open_from', 'is not', null)
    .where('close_on', 'is not', null)
    .$call((query) => (isAllowed ? query.where(isAllowed) : query))
    .$if(surveyId !== undefined, (query) => query.where('survey_id', '=', surveyId ?? ''))
    .orderBy('survey_id')
    .orderBy('district_folded')
    .execute()
  return [...Map.groupBy(rows, (row) => row.survey_id)].flatMap(([id, lines]) => {
    const { open_from: from, close_on: to } = lines[0] ?? {}
    if (!from || !to) return []
    const totalLine = lines.find(({ district }) => district === '')
    const districts = lines.filter((line) => line !== totalLine)
    return {
      surveyId: id,
      from,
      to,
      total: totalLine?.target ?? districts.reduce((sum, { target }) => sum + target, 0),
      districts: new Map(
        districts.map(({ district, district_folded: value, target }) => [value, { name: district, target }]),
      ),
    }
  })
}
