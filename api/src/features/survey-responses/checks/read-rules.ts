import type { CheckedSurvey } from '@baseline/contract/checks/inline.ts'
import { activeRules, ruleIds } from '@baseline/contract/checks/rules.ts'
import type { ActiveRules, RuleSetting } from '@baseline/contract/checks/rules.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

import { findCached } from '../survey.ts'

/** A version of a survey with the rules that apply to its responses. */
export interface SurveyToCheck {
  survey: CheckedSurvey
  rules: ActiveRules
}

interface SurveyRow {
  id: string
  version: number
  openFrom: string | null
  rules: (Omit<RuleSetting, 'rule'> & { rule: string })[] | null
}

const selectSurveys = compiledOnce<SurveyRow, { ids: readonly string[] }>((db, { ids }) => ({
  compile: () =>
    sql<SurveyRow>`
      select ${prepared} id, version, open_from as "openFrom", (
        select json_agg(json_build_object('rule', rule, 'isActive', is_active, 'severity', severity,
          'parameters', parameters, 'version', r.version))
        from check_rules r where r.survey_id = surveys.id) as rules
      from surveys where id = any(${ids}::uuid[])`.compile(db),
}))

const readSettings = (rows: SurveyRow['rules']): RuleSetting[] =>
  (rows ?? []).flatMap((row): RuleSetting[] => {
    const rule = ruleIds.find((name) => name === row.rule)
    return rule ? [{ ...row, rule }] : []
  })

/** When the version after a version was loaded. It never changes, so that it is read once. */
const superseded = new Map<string, string>()

const findSuperseded = async (db: Db, id: string, version: number): Promise<string | null> => {
  const key = `${id} ${String(version)}`
  const known = superseded.get(key)
  if (known !== undefined) return known
  const next = await db
    .selectFrom('survey_versions')
    .select('created_at')
    .where('survey_id', '=', id)
    .where('version', '=', version + 1)
    .executeTakeFirst()
  if (!next) return null
  const at = next.created_at.toISOString()
  superseded.set(key, at)
  return at
}

const defaultRules = activeRules([])

/** The rules of surveys. */
interface SurveysToCheck {
  rulesOf: (surveyId: string) => ActiveRules
  /** Finds a version of a survey; undefined if it does not exist. */
  findSurvey: (surveyId: string, version: number) => Promise<SurveyToCheck | undefined>
}

/** Reads the rules of surveys. */
export const readRules = async (
  db: Db,
  surveyIds: readonly string[],
  timeZone: string,
): Promise<SurveysToCheck> => {
  const rows = await selectSurveys(db, { ids: [...new Set(surveyIds)] })
  const surveys = new Map(rows.map((row) => [row.id, { row, rules: activeRules(readSettings(row.rules)) }]))
  const findSurvey: SurveysToCheck['findSurvey'] = async (surveyId, version) => {
    const found = surveys.get(surveyId)
    const definition = found && (await findCached(db, surveyId, version))
    if (!definition) return undefined
    const supersededAt = version < found.row.version ? await findSuperseded(db, surveyId, version) : null
    return {
      survey: {
        definition,
        timeZone: definition.timeZone ?? timeZone,
        openFrom: found.row.openFrom,
        supersededAt,
      },
      rules: found.rules,
    }
  }
  return { findSurvey, rulesOf: (surveyId) => surveys.get(surveyId)?.rules ?? defaultRules }
}
