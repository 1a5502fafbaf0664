import { parametersOf, ruleIds } from '@baseline/contract/checks/rules.ts'
import type { ActiveRule, ActiveRules, Finding, RuleId } from '@baseline/contract/checks/rules.ts'
import type { StoredTrial } from '@baseline/contract/survey-responses/check-rules.ts'
import { sql } from 'kysely'
import { z } from 'zod'

import type { Db } from '#platform/database/database.ts'
import { isTransient } from '#platform/database/retry.ts'
import { job } from '#platform/jobs.ts'

import { findToCheck } from '../../queries.ts'
import { findProblems } from '../check-job.ts'
import { checkRecord } from '../check-record.ts'
import { loadChecks } from '../queued/check-queued-rules.ts'
import { findFacts } from '../queued/fact-rows.ts'
import { readRules } from '../read-rules.ts'
import { countStoredFlags } from './count-stored-flags.ts'
import { createTrialCounter } from './count-trial.ts'
import { findRules } from './rule-rows.ts'
import type { RuleRow } from './rule-rows.ts'
import { storeTrial } from './trials.ts'

const maxResponses = 200_000
/** Responses per query. The worker runs other jobs between two of them. */
const chunk = 500
/** Responses between two reports of the progress. */
const reported = 5_000

interface Services {
  db: Db
  streams: Db
  timeZone: string
}
interface TrialKey {
  surveyId: string
  rule: RuleId
}
interface Position {
  at: string
  id: string
}

const only = (rule: RuleId, active: ActiveRule): ActiveRules => new Map([[rule, active]])

/** Returns the next responses, the latest first. Text keeps the microseconds of the position. */
const findChunk = async (
  db: Db,
  { surveyId, from, after }: { surveyId: string; from: string; after: Position | undefined },
): Promise<Position[]> => {
  const next = after ? sql`and (created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
  const { rows } = await sql<Position>`
    select id, created_at::text as at from survey_responses
    where survey_id = ${surveyId} and created_at >= ${from}::timestamptz ${next}
    order by created_at desc nulls last, id desc limit ${chunk}`.execute(db)
  return rows
}

interface TriedResponse {
  id: string
  investigatorName: string
  find: (rules: ActiveRules) => readonly Finding[]
}

/** Reads responses, and how to check them: alone, or with the responses that the worker compares them with. */
const readResponses = async (
  db: Db,
  ids: readonly string[],
  findSurvey: Awaited<ReturnType<typeof readRules>>['findSurvey'],
): Promise<TriedResponse[]> => {
  const [records, problems] = [await findToCheck(db, ids), await findProblems(db, ids)]
  const facts = await findFacts(db, ids)
  const compare = await loadChecks(db, [...facts.values()])
  const byId = new Map(records.map((record) => [record.id, record]))
  const tried: TriedResponse[] = []
  for (const id of ids) {
    const record = byId.get(id)
    const survey = record && (await findSurvey(record.surveyId, record.surveyVersion))
    if (!survey || record.status === 'inProgress') continue
    const checked = { ...record, problem: problems.get(id) ?? null }
    const compared = facts.get(id)
    tried.push({
      id,
      investigatorName: record.investigatorName,
      find: (rules) => [
        ...checkRecord(checked, { ...survey, rules }),
        ...(compared ? compare(compared, rules) : []),
      ],
    })
  }
  return tried
}

/** Applies the current values and the draft to each response of the period. Returns undefined if the draft changed. */
const tryOnResponses = async (
  { db, streams, timeZone }: Services,
  key: TrialKey,
  { row, trial }: { row: RuleRow; trial: StoredTrial },
): Promise<StoredTrial | undefined> => {
  const { surveyId, rule } = key
  const { findSurvey } = await readRules(streams, [surveyId], timeZone)
  const current = row.is_active
    ? only(rule, { severity: row.severity, parameters: parametersOf(rule, row.parameters), version: 0 })
    : undefined
  const draft = only(rule, { ...trial.values, version: 0 })
  const counter = createTrialCounter()
  let position: Position | undefined
  let read = 0
  for (;;) {
    const positions = await findChunk(streams, { surveyId, from: trial.from, after: position })
    const ids = positions.map(({ id }) => id)
    for (const { find, ...response } of await readResponses(streams, ids, findSurvey))
      counter.count({ ...response, before: current ? find(current) : [], after: find(draft) })
    read += ids.length
    position = positions.at(-1)
    if (ids.length < chunk || read >= maxResponses)
      return { ...trial, ...counter.result(), isLimited: ids.length === chunk }
    if (read % reported === 0 && !(await storeTrial(db, key, { ...trial, ...counter.result() })))
      return undefined
  }
}

const runTrial = async (services: Services, key: TrialKey, trialId: string): Promise<void> => {
  const { db, streams } = services
  const row = (await findRules(db, key.surveyId)).find(({ rule }) => rule === key.rule)
  const trial = row?.trial
  if (!row || trial?.id !== trialId || trial.state !== 'running') return
  try {
    const result =
      trial.coverage === 'responses'
        ? await tryOnResponses(services, key, { row, trial })
        : { ...trial, ...(await countStoredFlags(streams, key, trial.from)) }
    if (result) await storeTrial(db, key, { ...result, state: 'done', finishedAt: new Date().toISOString() })
  } catch (error) {
    if (!isTransient(error))
      await storeTrial(db, key, { ...trial, state: 'failed', finishedAt: new Date().toISOString() })
    throw error
  }
}

/** Tries the draft of a rule. If the worker is killed, the next attempt starts from the beginning. */
export const trialJob = job({
  name: 'try-rule',
  data: z.strictObject({ surveyId: z.uuid(), rule: z.enum(ruleIds), trialId: z.uuid() }),
  long: { concurrency: 1, hours: 1, retries: 3 },
  run: ({ trialId, ...key }, services: Services) => runTrial(services, key, trialId),
})
