import type { Dashboard, getDashboard } from '@baseline/contract/dashboard/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import { can } from '@baseline/contract/permissions.ts'
import { doneStatuses, responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'

import type { Db } from '#platform/database/database.ts'

import { addDays } from './calendar.ts'
import { daysOf, doneBySurvey, groupsOf, peopleOf, statusesOf } from './figures.ts'
import { openFlagsOf } from './flags.ts'
import { toDistricts, toGroups } from './groups.ts'
import { addPlannedDays, combinePlans, paceDays } from './plan.ts'
import { findLastReceipt, findTimeZone, listSurveyOptions, readAsOf, targetsOf } from './queries.ts'
import { readsResponses } from './scope.ts'
import type { DashboardScope } from './scope.ts'
import { sum } from './sum.ts'

type Query = Input<typeof getDashboard>['query']

const timeZoneOf = async (tx: Db, scope: DashboardScope, installationZone: string): Promise<string> => {
  if (scope.surveyId === undefined) return installationZone
  const survey = await findTimeZone(tx, scope)
  if (!survey) throw new AppError('errors.notFound')
  return survey.timeZone ?? installationZone
}

const loadPlan = async (tx: Db, scope: DashboardScope, today: string) => {
  // A target is for all responses of a survey or a district, so a part of them has no plan.
  const targets = readsResponses(scope) ? [] : await targetsOf(tx, scope)
  if (targets.length === 0) return { targets, done: [], recent: [] }
  const pace = { from: addDays(today, 1 - paceDays), to: today }
  return {
    targets,
    done: await doneBySurvey(tx, scope),
    recent: await doneBySurvey(tx, { ...scope, range: pace }),
  }
}

/** Reads all figures. Use a snapshot (repeatable read), so that they are consistent. */
export const readDashboard = async (
  tx: Db,
  scope: DashboardScope,
  { people, orderBy, offset }: Query,
  installationZone: string,
): Promise<Dashboard> => {
  const timeZone = await timeZoneOf(tx, scope, installationZone)
  const today = todayIn(timeZone)
  const timeFrame = { range: scope.range, today }
  const { targets, ...done } = await loadPlan(tx, scope, today)
  const statuses = await statusesOf(tx, scope)
  const countOf = (selected: readonly ResponseStatus[]) => sum(selected.map((status) => statuses[status]))
  const all = { count: countOf(responseStatuses), done: countOf(doneStatuses), returned: statuses.returned }
  const [todayFigures] = await daysOf(tx, { ...scope, range: { from: today, to: today } })
  const dimension = people === 'enumerators' ? 'investigator' : 'supervisor'
  return {
    asOf: await readAsOf(tx, scope),
    timeZone,
    today,
    surveys: await listSurveyOptions(tx, scope),
    count: all.count,
    statuses,
    countToday: todayFigures?.count ?? 0,
    lastReceivedAt: await findLastReceipt(tx, scope),
    flags: can(scope.user, 'dashboardReadAll') ? await openFlagsOf(tx, scope) : null,
    plan: combinePlans(targets, done, timeFrame),
    days: addPlannedDays(await daysOf(tx, scope), targets, timeFrame),
    districts: toDistricts(await groupsOf(tx, scope, 'district'), all, targets, timeFrame),
    villageTypes: toGroups(await groupsOf(tx, scope, 'villageType'), all),
    villageCategories: toGroups(await groupsOf(tx, scope, 'villageCategory'), all),
    people: await peopleOf(tx, scope, { dimension, orderBy, offset, today }),
  }
}
