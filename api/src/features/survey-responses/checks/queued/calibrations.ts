import type { RuleId } from '@baseline/contract/checks/rules.ts'
import { sql } from 'kysely'
import type { z } from 'zod'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

/** What figures are about. */
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
