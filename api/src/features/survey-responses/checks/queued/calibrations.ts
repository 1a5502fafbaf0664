import type { RuleId } from '@baseline/contract/checks/rules.ts'
import { sql } from 'kysely'
import type { z } from 'zod'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

import type { RulesOf } from './queued-rule.ts'

/** Subject of the figures. */
interface Subject {
  survey_id: string
  /** An empty text for the whole survey. */
  key: string
}

const keyOf = ({ survey_id: surveyId, key }: Subject): string => `${surveyId} ${key}`

const selectValues = compiledOnce<Subject & { values: unknown }, { rule: string; subjects: string }>(
  (db, { rule, subjects }) => ({
    compile: () =>
      sql<Subject & { values: unknown }>`
        select ${prepared} c.survey_id, c.key, c."values" from check_calibrations c
        join json_to_recordset(${subjects}::json) as s (survey_id uuid, key text)
          on c.survey_id = s.survey_id and c.key = s.key
        where c.rule = ${rule} and c."values" is not null`.compile(db),
  }),
)

const markStale = compiledOnce<unknown, { rule: string; subjects: string }>((db, { rule, subjects }) => ({
  compile: () =>
    sql`
      insert into check_calibrations as known (survey_id, rule, key)
      select ${prepared} survey_id, ${rule}, key from json_to_recordset(${subjects}::json) as s (survey_id uuid, key text)
      order by 1, 3
      on conflict (survey_id, rule, key) do update set is_stale = true where not known.is_stale`.compile(db),
}))

const distinct = (subjects: readonly Subject[]): string =>
  JSON.stringify([...new Map(subjects.map((subject) => [keyOf(subject), subject])).values()])

/** Reads the figures of a rule that compares with many responses. */
export const readCalibrations = async <Values>(
  db: Db,
  { rule, values: schema }: { rule: RuleId; values: z.ZodType<Values> },
  subjects: readonly Subject[],
): Promise<(subject: Subject) => Values | undefined> => {
  if (subjects.length === 0) return () => undefined
  const rows = await selectValues(db, { rule, subjects: distinct(subjects) })
  const known = new Map(rows.map((row) => [keyOf(row), schema.parse(row.values)]))
  return (subject) => known.get(keyOf(subject))
}

/** Notes that the figures of a rule must be computed again. */
export const noteStale = async (tx: Db, rule: RuleId, subjects: readonly Subject[]): Promise<void> => {
  if (subjects.length > 0) await markStale(tx, { rule, subjects: distinct(subjects) })
}

/** Computes the next figures. Returns false if no figures are due. */
export type Calibrate = (
  tx: Db,
  readRulesOf: (surveyIds: readonly string[]) => Promise<RulesOf>,
) => Promise<boolean>

interface Place {
  surveyId: string
  rule: RuleId
  key: string
}

/** Returns stale figures to compute: missing figures, and figures that are older than `hours`. */
export const takeStale = async <Values>(
  tx: Db,
  { rule, values: schema, hours = 1 }: { rule: RuleId; values: z.ZodType<Values>; hours?: number },
  limit: number,
): Promise<{ surveyId: string; key: string; values: Values | undefined }[]> => {
  const rows = await tx
    .selectFrom('check_calibrations')
    .select(['survey_id as surveyId', 'key', 'values'])
    .where('rule', '=', rule)
    .where('is_stale', '=', true)
    .where(sql<boolean>`("values" is null or computed_at < now() - make_interval(hours => ${hours}))`)
    .orderBy('computed_at')
    .limit(limit)
    .execute()
  return rows.map(({ surveyId, key, values }) => ({
    surveyId,
    key,
    values: values === null ? undefined : schema.parse(values),
  }))
}

/** Stores figures; without `values`, the stored ones remain. */
export const writeCalibration = async (
  tx: Db,
  { surveyId, rule, key }: Place,
  values: object | null | undefined,
): Promise<void> => {
  await tx
    .updateTable('check_calibrations')
    .set({
      is_stale: false,
      computed_at: sql`now()`,
      ...(values !== undefined && { values: values === null ? null : JSON.stringify(values) }),
    })
    .where('survey_id', '=', surveyId)
    .where('rule', '=', rule)
    .where('key', '=', key)
    .execute()
}

/** Removes figures that no response belongs to, with the name of the village. */
export const removeCalibration = async (tx: Db, { surveyId, rule, key }: Place): Promise<void> => {
  await tx
    .deleteFrom('check_calibrations')
    .where('survey_id', '=', surveyId)
    .where('rule', '=', rule)
    .where('key', '=', key)
    .execute()
}
