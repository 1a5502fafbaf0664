import { isDeepStrictEqual } from 'node:util'

import { AppError } from '@baseline/contract/errors.ts'
import type { SurveyTargets, Targets } from '@baseline/contract/surveys/contract.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { requireVersion } from '#platform/http/if-match.ts'

const linesOf = async (db: Db, surveyId: string): Promise<Targets> => {
  const rows = await db
    .selectFrom('survey_targets')
    .select(['district', 'target'])
    .where('survey_id', '=', surveyId)
    .orderBy('district_folded')
    .execute()
  return {
    total: rows.find(({ district }) => district === '')?.target ?? null,
    districts: rows.flatMap(({ district, target }) =>
      district === '' ? [] : [{ districtName: district, target }],
    ),
  }
}

export const getTargets = async (db: Db, surveyId: string): Promise<SurveyTargets> => {
  const survey = await db
    .selectFrom('surveys')
    .select('targets_version')
    .where('id', '=', surveyId)
    .executeTakeFirst()
  if (!survey) throw new AppError('errors.notFound')
  return { ...(await linesOf(db, surveyId)), version: survey.targets_version }
}

/** Replaces the targets of a locked survey. Refuses two targets for one district, in any spelling. */
const putTargets = async (db: Db, surveyId: string, { total, districts }: Targets): Promise<void> => {
  const lines = [
    ...(total === null ? [] : [{ district: '', target: total }]),
    ...districts.map(({ districtName, target }) => ({ district: districtName, target })),
  ]
  await db.deleteFrom('survey_targets').where('survey_id', '=', surveyId).execute()
  if (lines.length === 0) return
  const stored = await db
    .insertInto('survey_targets')
    .values(lines.map((line) => ({ survey_id: surveyId, ...line })))
    .onConflict((conflict) => conflict.doNothing())
    .returning('district')
    .execute()
  const kept = new Set(stored.map(({ district }) => district))
  const twice = districts.findIndex(
    ({ districtName }, n) =>
      !kept.has(districtName) || districts.findIndex((one) => one.districtName === districtName) < n,
  )
  if (twice === -1) return
  const key = 'entities.surveys.errors.districtTwice'
  throw new AppError(key, { problems: [{ path: `data.districts.${String(twice)}`, key, params: {} }] })
}

/** Replaces the targets. Equal targets create no version and no audit entry. */
export const setTargets = async (
  writing: { db: Db; author: Author; ifMatch: number | undefined },
  surveyId: string,
  targets: Targets,
): Promise<SurveyTargets> => {
  const { db } = writing
  const survey = await db
    .selectFrom('surveys')
    .select('targets_version')
    .where('id', '=', surveyId)
    .forUpdate()
    .executeTakeFirst()
  if (!survey) throw new AppError('errors.recordNotFound')
  const before = await linesOf(db, surveyId)
  const current = { ...before, version: survey.targets_version }
  await requireVersion(writing, current, { entity: 'survey', id: surveyId })
  await putTargets(db, surveyId, targets)
  const after = await linesOf(db, surveyId)
  if (isDeepStrictEqual(before, after)) return current
  const version = survey.targets_version + 1
  await db.updateTable('surveys').set({ targets_version: version }).where('id', '=', surveyId).execute()
  await audit(writing, {
    entity: 'survey',
    id: surveyId,
    action: 'update',
    before: { targets: before },
    after: { targets: after },
  })
  return { ...after, version }
}
