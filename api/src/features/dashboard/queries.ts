import type { Dashboard } from '@baseline/contract/dashboard/contract.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'
import { inScope } from '#platform/database/scoped-tables.ts'

import type { Target } from './plan.ts'
import { allowedSurveyCondition, readsResponses, responseCondition, visibleSurveyCondition } from './scope.ts'
import type { DashboardScope } from './scope.ts'

/**
 * Returns the time at which the figures were correct: now if they are counted from the responses, otherwise
 * the last update of the rollups.
 */
export const readAsOf = async (db: Db, scope: DashboardScope): Promise<string> => {
  if (readsResponses(scope)) return new Date().toISOString()
  const { as_of: asOf } = await db.selectFrom('response_folds').select('as_of').executeTakeFirstOrThrow()
  return asOf.toISOString()
}

export const listSurveyOptions = async (db: Db, scope: DashboardScope): Promise<Dashboard['surveys']> => {
  const rows = await db
    .selectFrom('surveys')
    .select(['id', 'label', 'open_from', 'close_on'])
    .where(visibleSurveyCondition(scope))
    .orderBy('label_folded')
    .orderBy('id')
    .execute()
  return rows.map(({ open_from: openFrom, close_on: closeOn, ...survey }) => ({
    ...survey,
    openFrom,
    closeOn,
  }))
}

/**
 * Returns the time zone that the selected survey defines, or `timeZone: null`. Returns undefined if no survey
 * is selected or the caller may not see it.
 */
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
    .where(visibleSurveyCondition(scope))
    .executeTakeFirst()
}

/** Returns the time at which the last response was received, or null. Ignores the date range. */
export const findLastReceipt = async (db: Db, scope: DashboardScope): Promise<string | null> => {
  const { surveyId, allowed } = scope
  const allDays: DashboardScope = { ...scope, range: undefined }
  const condition = readsResponses(scope) ? undefined : inScope('survey_totals', allowed)
  const { at } = await (
    readsResponses(scope)
      ? db
          .selectFrom('survey_responses')
          .where(responseCondition(allDays))
          .select((eb) => eb.fn.max('created_at').as('at'))
      : db
          .selectFrom('survey_totals')
          .$call((query) => (condition ? query.where(condition) : query))
          .$if(surveyId !== undefined, (query) => query.where('survey_id', '=', surveyId ?? ''))
          .select((eb) => eb.fn.max('last_response_at').as('at'))
  ).executeTakeFirstOrThrow()
  return at?.toISOString() ?? null
}

/**
 * Returns the targets of surveys with an opening and a closing date. Without both, the number of responses
 * expected so far cannot be computed.
 */
export const targetsOf = async (db: Db, scope: DashboardScope): Promise<Target[]> => {
  const { surveyId } = scope
  const condition = allowedSurveyCondition(scope)
  const rows = await db
    .selectFrom('survey_targets')
    .innerJoin('surveys', 'surveys.id', 'survey_targets.survey_id')
    .select(['survey_id', 'open_from', 'close_on', 'district', 'district_folded', 'target'])
    .where('open_from', 'is not', null)
    .where('close_on', 'is not', null)
    .$call((query) => (condition ? query.where(condition) : query))
    .$if(surveyId !== undefined, (query) => query.where('survey_id', '=', surveyId ?? ''))
    .orderBy('survey_id')
    .orderBy('district_folded')
    .execute()
  return [...Map.groupBy(rows, (row) => row.survey_id)].flatMap(([id, lines]) => {
    const { open_from: from, close_on: to } = lines[0] ?? {}
    if (!from || !to) return []
    // An empty district is the target of the whole survey.
    const totalLine = lines.find(({ district }) => district === '')
    const districts = lines.filter((line) => line !== totalLine)
    return {
      surveyId: id,
      from,
      to,
      total: totalLine?.target ?? districts.reduce((sum, { target }) => sum + target, 0),
      districts: new Map(
        districts.map(({ district, district_folded: foldedName, target }) => [
          foldedName,
          { name: district, target },
        ]),
      ),
    }
  })
}
