import type { Dashboard, getDashboard } from '@baseline/contract/dashboard/contract.ts'
import { AppError } from '@baseline/contract/errors.ts'
import type { Input } from '@baseline/contract/http.ts'
import { doneStatuses, responseStatuses } from '@baseline/contract/survey-responses/status.ts'
import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import { todayIn } from '@baseline/contract/wall-clock.ts'

import type { Db } from '#platform/database/database.ts'

import type { Asked } from './asked.ts'
import { shifted } from './calendar.ts'
import { daysOf, doneBySurvey, groupsOf, peopleOf, statusesOf } from './figures.ts'
import { districtsFrom, groupsFrom } from './groups.ts'
import { daysFromPlan, paceDays, planFrom } from './plan.ts'
import { asOf, clockOf, lastReceipt, surveysToChoose, targetsOf } from './queries.ts'
import { sum } from './sum.ts'

type Query = Input<typeof getDashboard>['query']

const timeZoneOf = async (tx: Db, asked: Asked, installationZone: string): Promise<string> => {
  if (asked.surveyId === undefined) return installationZone
  const clock = await clockOf(tx, asked)
  if (!clock) throw new AppError('errors.notFound')
  return clock.timeZone ?? installationZone
}

const planOf = async (tx: Db, asked: Asked, today: string) => {
  const targets = asked.own ? [] : await targetsOf(tx, asked.surveyId)
  if (targets.length === 0) return { targets, done: [], lately: [] }
  const pace = { from: shifted(today, 1 - paceDays), to: today }
  return {
    targets,
    done: await doneBySurvey(tx, asked),
    lately: await doneBySurvey(tx, { ...asked, range: pace }),
  }
}

/** Reads all figures. Use a snapshot (repeatable read), so that they are consistent. */
export const readDashboard = async (
  tx: Db,
  asked: Asked,
  { people, orderBy, offset }: Query,
  installationZone: string,
): Promise<Dashboard> => {
  const timeZone = await timeZoneOf(tx, asked, installationZone)
  const today = todayIn(timeZone)
  const when = { range: asked.range, today }
  const { targets, ...done } = await planOf(tx, asked, today)
  const statuses = await statusesOf(tx, asked)
  const of = (some: readonly ResponseStatus[]) => sum(some.map((status) => statuses[status]))
  const all = { count: of(responseStatuses), done: of(doneStatuses), returned: statuses.returned }
  const [ofToday] = await daysOf(tx, { ...asked, range: { from: today, to: today } })
  const dimension = people === 'enumerators' ? 'investigator' : 'supervisor'
  return {
    asOf: await asOf(tx, asked),
    timeZone,
    today,
    surveys: await surveysToChoose(tx, asked),
    count: all.count,
    statuses,
    countToday: ofToday?.count ?? 0,
    lastReceivedAt: await lastReceipt(tx, asked),
    plan: planFrom(targets, done, when),
    days: daysFromPlan(await daysOf(tx, asked), targets, when),
    districts: districtsFrom(await groupsOf(tx, asked, 'district'), all, targets, when),
    villageTypes: groupsFrom(await groupsOf(tx, asked, 'villageType'), all),
    villageCategories: groupsFrom(await groupsOf(tx, asked, 'villageCategory'), all),
    people: await peopleOf(tx, asked, { dimension, orderBy, offset, today }),
  }
}
