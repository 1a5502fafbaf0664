import { createHash } from 'node:crypto'

import { severities } from '@baseline/contract/checks/rules.ts'
import { EnumeratorFinding } from '@baseline/contract/survey-responses/enumerators.ts'
import type { Enumerator } from '@baseline/contract/survey-responses/enumerators.ts'
import { ruleId } from '@baseline/contract/survey-responses/flags.ts'
import type { Texts } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { all } from '#platform/database/list.ts'
import { inScope } from '#platform/database/scoped-tables.ts'

import { findCached } from '../../survey.ts'
import type { WorkFilter } from './read-work.ts'

/** Identifies a person in addresses, which logs keep: without the name. */
export const keyOf = (surveyId: string, investigator: string): string =>
  createHash('sha256')
    .update(JSON.stringify([surveyId, investigator]))
    .digest('hex')
    .slice(0, 16)

/** Returns names as they were first written. */
export const findLabels = async (
  db: Db,
  kind: 'investigator' | 'district',
  names: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  const rows = await db
    .selectFrom('response_names')
    .select(['folded', 'label'])
    .where('kind', '=', kind)
    .where(sql<boolean>`folded = any(${names}::text[])`)
    .execute()
  return new Map(rows.flatMap(({ folded, label }) => (label === null ? [] : [[folded, label]])))
}

const Stored = EnumeratorFinding.extend({ investigator: z.string() })
export type StoredFinding = z.infer<typeof Stored>

/** Returns what the rules found about people, current findings and the most severe first. */
export const findFindings = async (
  db: Db,
  surveyId: string,
  investigators: readonly string[],
): Promise<StoredFinding[]> => {
  const rows = await db
    .selectFrom('enumerator_flags')
    .select(['investigator', 'rule', 'condition', 'question', 'severity', 'evidence'])
    .select(['detected_at as detectedAt', 'until'])
    .where('survey_id', '=', surveyId)
    .where(sql<boolean>`investigator = any(${investigators}::text[])`)
    .orderBy(sql`until is not null`)
    .orderBy(sql`array_position(${sql.lit(`{${severities.toReversed().join(',')}}`)}::text[], severity)`)
    .orderBy('rule')
    .orderBy('condition')
    .orderBy('question')
    .execute()
  return z.array(Stored).parse(
    rows.map(({ detectedAt, until, ...row }) => ({
      ...row,
      detectedAt: detectedAt.toISOString(),
      until: until?.toISOString() ?? null,
    })),
  )
}

const shownFlags = 20

/** Returns the last flags of a person's responses that the reader may see. */
export const findRecentFlags = async (
  db: Db,
  { surveyId, scope }: WorkFilter,
  investigator: string,
): Promise<Enumerator['flags']> => {
  const { rows } = await sql<
    Omit<Enumerator['flags'][number], 'rule' | 'detectedAt'> & { rule: string; detectedAt: Date }
  >`
    select response_id as "responseId", display_id as "displayId", rule, condition, severity, state, evidence,
      detected_at as "detectedAt"
    from response_flags f
    join (
      select id, display_id from survey_responses
      where ${all(
        sql<boolean>`survey_id = ${surveyId} and investigator_name_folded = ${investigator}`,
        inScope('survey_responses', scope),
      )}) r on r.id = f.response_id
    where f.survey_id = ${surveyId} and f.investigator = ${investigator}
      and f.state in ('open', 'confirmed', 'waived')
    order by f.detected_at desc, f.response_id, f.rule limit ${shownFlags}`.execute(db)
  return rows.map(({ rule, detectedAt, ...row }) => ({
    ...row,
    rule: ruleId.parse(rule),
    detectedAt: detectedAt.toISOString(),
  }))
}

export interface ShownSurvey {
  id: string
  label: string
  timeZone: string
  defaultLanguage: string
  labelsOf: (keys: readonly string[]) => Record<string, Texts>
}

export const getShownSurvey = async (db: Db, id: string, timeZone: string): Promise<ShownSurvey> => {
  const { label, version } = await db
    .selectFrom('surveys')
    .select(['label', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const definition = await findCached(db, id, version)
  if (!definition) throw new Error(`survey ${id} has no version ${String(version)}`)
  const items = itemsOf(definition)
  return {
    id,
    label,
    timeZone: definition.timeZone ?? timeZone,
    defaultLanguage: definition.defaultLanguage,
    labelsOf: (keys) =>
      Object.fromEntries([...new Set(keys)].map((key) => [key, items.get(key)?.item.labels ?? {}])),
  }
}
