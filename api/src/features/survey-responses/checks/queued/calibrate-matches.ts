import { compareFingerprints, questionOf, withoutQuestions } from '@baseline/contract/checks/fingerprint.ts'
import type { Fingerprint } from '@baseline/contract/checks/fingerprint.ts'
import type { ActiveRules } from '@baseline/contract/checks/rules.ts'
import { matchLimit, UsualMatch } from '@baseline/contract/checks/similar-answers.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import { requestRecheck } from '../rules/recheck-job.ts'
import { takeStale, writeCalibration } from './calibrations.ts'
import type { Calibrate } from './calibrations.ts'
import { readFingerprint } from './fact-rows.ts'

/** Fewer interviews do not show how much the answers match by chance. */
const fewestInterviews = 50
/** The latest interviews represent the survey. More of them hardly change the limit. */
const maxInterviews = 2_000
/** Number of compared interviews. A check uses the same number, so that the nearest match means the same. */
const compared = 250
/** Share of the nearest matches that stay below the limit. */
const quantile = 0.995
/** Share of one answer above which a question says nothing. */
const uniformShare = 0.95
/** A different limit in percent below which flags and decisions stay as they are. */
const tolerance = 2

interface Interview {
  investigator: string
  village: string | null
  fingerprint: Fingerprint
}

/** Returns the questions that nearly all respondents answer in the same way. */
const findUniform = (fingerprints: readonly Fingerprint[]): number[] => {
  const answers = new Map<number, Map<number, number>>()
  for (const fingerprint of fingerprints)
    for (const part of fingerprint) {
      const ofQuestion = answers.get(questionOf(part)) ?? new Map<number, number>()
      answers.set(questionOf(part), ofQuestion.set(part, (ofQuestion.get(part) ?? 0) + 1))
    }
  return [...answers]
    .filter(([, counts]) => {
      const all = [...counts.values()]
      const total = all.reduce((sum, count) => sum + count, 0)
      return total >= fewestInterviews && Math.max(...all) > uniformShare * total
    })
    .map(([question]) => question)
    .toSorted((a, b) => a - b)
}

/** Returns the share of equal answers in percent with the most similar of 250 interviews of other people and places. */
const nearestMatch = (own: Interview, at: number, all: readonly Interview[], fewest: number) => {
  // A stride without a common factor visits each interview at most once.
  const stride = 7_919
  let [nearest, found] = [0, 0]
  for (let n = 1; n < all.length && found < compared; n += 1) {
    const other = all[(at + n * stride) % all.length]
    if (!other || other.investigator === own.investigator || other.village === own.village) continue
    found += 1
    const { common, equal } = compareFingerprints(own.fingerprint, other.fingerprint)
    if (common >= fewest) nearest = Math.max(nearest, (100 * equal) / common)
  }
  return nearest
}

/** Returns how much the answers of the interviews match by chance; undefined if there are too few. */
const usualMatchOf = (interviews: readonly Interview[], rules: ActiveRules): UsualMatch | undefined => {
  if (interviews.length < fewestInterviews) return undefined
  const uniform = findUniform(interviews.map(({ fingerprint }) => fingerprint))
  const left = new Set(uniform)
  const trimmed = interviews.map((one) => ({ ...one, fingerprint: withoutQuestions(one.fingerprint, left) }))
  const fewest = rules.get('D6')?.parameters['questions'] ?? 1
  const matches = trimmed.map((one, at) => nearestMatch(one, at, trimmed, fewest)).toSorted((a, b) => a - b)
  const percent = matches[Math.ceil(quantile * matches.length) - 1] ?? 100
  return { percent, interviews: interviews.length, uniform }
}

/** Whether the limit or the compared questions differ so much that the flags must follow. */
const isDifferent = (
  stored: UsualMatch | undefined,
  current: UsualMatch | undefined,
  rules: ActiveRules,
): boolean => {
  if (!stored || !current) return stored !== current
  const [old, next] = [new Set(stored.uniform), new Set(current.uniform)]
  const moved =
    stored.uniform.filter((one) => !next.has(one)).length +
    current.uniform.filter((one) => !old.has(one)).length
  return (
    Math.abs(matchLimit(stored, rules) - matchLimit(current, rules)) > tolerance ||
    moved > Math.max(2, 0.1 * stored.uniform.length)
  )
}

const findLatest = async (tx: Db, surveyId: string): Promise<Interview[]> => {
  const { rows } = await sql<Omit<Interview, 'fingerprint'> & { fingerprint: Buffer }>`
    select investigator, village, fingerprint
    from (
      select id, created_at from survey_responses where survey_id = ${surveyId}
      order by created_at desc nulls last, id desc limit ${maxInterviews}) latest
    join check_facts on response_id = id and fingerprint is not null
    order by created_at desc, id desc`.execute(tx)
  return rows.map((row) => ({ ...row, fingerprint: readFingerprint(row.fingerprint) }))
}

/** Computes how much the answers of surveys match by chance, once a day. */
export const calibrateMatches: Calibrate = async (tx, readRulesOf) => {
  const [stale] = await takeStale(tx, { rule: 'D6', values: UsualMatch, hours: 20 }, 1)
  if (!stale) return false
  const { surveyId, key, values: stored } = stale
  const rules = (await readRulesOf([surveyId]))(surveyId)
  const current = usualMatchOf(await findLatest(tx, surveyId), rules)
  const differs = isDifferent(stored, current, rules)
  await writeCalibration(tx, { surveyId, rule: 'D6', key }, differs ? (current ?? null) : undefined)
  if (differs) await requestRecheck(tx, { surveyId, rule: 'D6' }, { isActive: rules.has('D6') })
  return true
}
