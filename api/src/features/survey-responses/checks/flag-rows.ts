import { createHash } from 'node:crypto'

import { isDecisive } from '@baseline/contract/checks/rules.ts'
import type { Evidence, Finding, RuleId } from '@baseline/contract/checks/rules.ts'
import type { FlagState } from '@baseline/contract/survey-responses/flags.ts'
import { sql } from 'kysely'

import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'

const inOrder = (evidence: Evidence) => Object.entries(evidence).toSorted(([a], [b]) => (a < b ? -1 : 1))

/** Identifies the evidence of a finding. A reviewer's decision holds until it changes. */
const hashEvidence = ({ rule, condition, evidence }: Finding): string =>
  createHash('sha256')
    .update(JSON.stringify([condition, inOrder(evidence).filter(([name]) => isDecisive(rule, name))]))
    .digest('base64url')

const hasEqualEvidence = (a: Evidence, b: Evidence): boolean =>
  JSON.stringify(inOrder(a)) === JSON.stringify(inOrder(b))

/** The problems of a response. */
export interface Findings {
  responseId: string
  surveyId: string
  /** Name of the enumerator. */
  investigator: string
  findings: readonly (Finding & { version: number })[]
}

/** A stored flag, as far as a new check needs it. */
interface StoredFlag {
  response_id: string
  rule: string
  question: string
  state: FlagState
  severity: string
  investigator: string
  evidence: Evidence
  evidence_hash: string
}

/** A row to insert, or to write over the stored flag of the same rule and question. */
type Change = Omit<StoredFlag, 'state'> & {
  survey_id: string
  condition: string
  rule_version: number
}

const keyOf = ({ rule, question }: { rule: string; question: string }): string => `${rule} ${question}`

const changeOf = (
  { responseId, surveyId, investigator }: Findings,
  finding: Findings['findings'][number],
): Change => ({
  response_id: responseId,
  rule: finding.rule,
  question: finding.question,
  survey_id: surveyId,
  investigator,
  condition: finding.condition,
  severity: finding.severity,
  evidence: finding.evidence,
  evidence_hash: hashEvidence(finding),
  rule_version: finding.version,
})

/** Whether the stored decision is about the same evidence. */
const holds = sql`stored.evidence_hash = excluded.evidence_hash and stored.state not in ('fixed', 'withdrawn')`

const writeChanges = compiledOnce<unknown, { rows: string }>((db, { rows }) => ({
  compile: () =>
    sql`
    insert into response_flags as stored (response_id, rule, question, survey_id, investigator, condition, severity,
      evidence, evidence_hash, rule_version)
    select ${prepared} response_id, rule, question, survey_id, folded(investigator), condition, severity, evidence,
      evidence_hash, rule_version
    from json_populate_recordset(null::response_flags, ${rows}::json)
    order by response_id, rule, question
    on conflict (response_id, rule, question) do update set
      investigator = excluded.investigator, condition = excluded.condition, severity = excluded.severity,
      evidence = excluded.evidence, rule_version = excluded.rule_version, evidence_hash = excluded.evidence_hash,
      -- A decision holds while the evidence is the same.
      state = case when ${holds} then stored.state else 'open' end,
      detected_at = case when ${holds} then stored.detected_at else now() end,
      decided_by = case when ${holds} then stored.decided_by end,
      decided_at = case when ${holds} then stored.decided_at end,
      reason = case when ${holds} then stored.reason end,
      comment = case when ${holds} then stored.comment end`.compile(db),
}))

const closeFlags = compiledOnce<
  unknown,
  { ids: string[]; rules: string[]; questions: string[]; states: string[] }
>((db, { ids, rules, questions, states }) => ({
  compile: () =>
    sql`
    update response_flags stored set state = gone.state
    from unnest(${ids}::uuid[], ${rules}::text[], ${questions}::text[], ${states}::text[])
      as gone (response_id, rule, question, state)
    where stored.response_id = gone.response_id and stored.rule = gone.rule and stored.question = gone.question
      ${prepared}`.compile(db),
}))

/** Removes the flags of deleted responses: a check that ran at the same time may have added some. */
export const removeFlags = (tx: Db, responseIds: readonly string[]) =>
  tx
    .deleteFrom('response_flags')
    .where(sql<boolean>`response_id = any(${responseIds}::uuid[])`)
    .execute()

/** Adds the flags of new responses with one statement, if there are any. */
export const insertFlags = async (tx: Db, checked: readonly Findings[]): Promise<void> => {
  const rows = checked.flatMap((one) => one.findings.map((finding) => changeOf(one, finding)))
  if (rows.length > 0) await writeChanges(tx, { rows: JSON.stringify(rows) })
}

const findFlags = async (db: Db, responseIds: readonly string[]): Promise<StoredFlag[]> => {
  if (responseIds.length === 0) return []
  return db
    .selectFrom('response_flags')
    .select([
      'response_id',
      'rule',
      'question',
      'state',
      'severity',
      'investigator',
      'evidence',
      'evidence_hash',
    ])
    .modifyFront(prepared)
    .where(sql<boolean>`response_id = any(${responseIds}::uuid[])`)
    .execute()
}

/** `evaluated`: rules whose findings a check replaces. `isActive`: whether a rule applies to the survey. */
interface Coverage {
  evaluated: readonly RuleId[]
  isActive: (rule: RuleId) => boolean
}

const isSame = (stored: StoredFlag, found: Change): boolean =>
  stored.evidence_hash === found.evidence_hash &&
  hasEqualEvidence(stored.evidence, found.evidence) &&
  stored.severity === found.severity &&
  stored.investigator === found.investigator &&
  stored.state !== 'fixed' &&
  stored.state !== 'withdrawn'

/**
 * Makes the stored flags of responses equal to the findings. A flag whose rule no longer finds anything becomes `fixed`,
 * and `withdrawn` if the rule no longer applies.
 */
export const replaceFlags = async (tx: Db, checked: readonly (Findings & Coverage)[]): Promise<void> => {
  const storedFlags = await findFlags(
    tx,
    checked.map(({ responseId }) => responseId),
  )
  const byResponse = Map.groupBy(storedFlags, ({ response_id: id }) => id)
  const changes: Change[] = []
  const closed: { id: string; rule: string; question: string; state: FlagState }[] = []
  for (const one of checked) {
    const stored = new Map((byResponse.get(one.responseId) ?? []).map((row) => [keyOf(row), row]))
    const found = new Map(one.findings.map((finding) => [keyOf(finding), changeOf(one, finding)]))
    for (const [key, change] of found) {
      const known = stored.get(key)
      if (!known || !isSame(known, change)) changes.push(change)
    }
    for (const [key, { rule, question, state }] of stored) {
      const evaluated = one.evaluated.find((name) => name === rule)
      if (!evaluated || found.has(key) || state === 'fixed' || state === 'withdrawn') continue
      const isActive = one.isActive(evaluated)
      closed.push({ id: one.responseId, rule, question, state: isActive ? 'fixed' : 'withdrawn' })
    }
  }
  if (changes.length > 0) await writeChanges(tx, { rows: JSON.stringify(changes) })
  if (closed.length > 0)
    await closeFlags(tx, {
      ids: closed.map(({ id }) => id),
      rules: closed.map(({ rule }) => rule),
      questions: closed.map(({ question }) => question),
      states: closed.map(({ state }) => state),
    })
}
