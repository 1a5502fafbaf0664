import { isDeepStrictEqual } from 'node:util'

import { AppError, fieldError } from '@baseline/contract/errors.ts'
import type { SurveyTargets, Targets } from '@baseline/contract/surveys/targets.ts'

import { audit } from '#platform/audit.ts'
import type { Author } from '#platform/audit.ts'
import type { Db } from '#platform/database/database.ts'
import { requireVersion } from '#platform/http/if-match.ts'

const loadTargets = async (db: Db, surveyId: string): Promise<Targets> => {
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
  return { ...(await loadTargets(db, surveyId)), version: survey.targets_version }
}

/** Replaces the targets of a locked survey. Refuses two targets for one district, in any spelling. */
const replaceTargets = async (db: Db, surveyId: string, { total, districts }: Targets): Promise<void> => {
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
  const storedDistricts = new Set(stored.map(({ district }) => district))
  const duplicateIndex = districts.findIndex(
    ({ districtName }, n) =>
      !storedDistricts.has(districtName) ||
      districts.findIndex((other) => other.districtName === districtName) < n,
  )
  if (duplicateIndex === -1) return
  throw fieldError(`data.districts.${String(duplicateIndex)}`, 'entities.surveys.errors.districtTwice')
}

/** Replaces the targets. Equal targets create no version and no audit entry. */
export const setTargets = async (
  context: { db: Db; author: Author; ifMatch: number | undefined },
  surveyId: string,
  targets: Targets,
): Promise<SurveyTargets> => {
  const { db } = context
  const survey = await db
    .selectFrom('surveys')
    .select('targets_version')
    .where('id', '=', surveyId)
    .forUpdate()
    .executeTakeFirst()
  if (!survey) throw new AppError('errors.recordNotFound')
  const before = await loadTargets(db, surveyId)
  const current = { ...before, version: survey.targets_version }
  await requireVersion(context, current, { entity: 'survey', id: surveyId })
  await replaceTargets(db, surveyId, targets)
  const after = await loadTargets(db, surveyId)
  if (isDeepStrictEqual(before, after)) return current
  const version = survey.targets_version + 1
  await db
    .updateTable('surveys')
    .set({ targets_version: version, updated_at: new Date() })
    .where('id', '=', surveyId)
    .execute()
  await audit(context, {
    entity: 'survey',
    id: surveyId,
    action: 'update',
    before: { targets: before },
    after: { targets: after },
  })
  return { ...after, version }
}
