import { withoutQuestions } from '@baseline/contract/checks/fingerprint.ts'
import type { Fingerprint } from '@baseline/contract/checks/fingerprint.ts'
import type { CheckedFacts } from '@baseline/contract/checks/response-facts.ts'
import type { ActiveRules } from '@baseline/contract/checks/rules.ts'
import { checkMatch, matchLimit, matchOf, UsualMatch } from '@baseline/contract/checks/similar-answers.ts'
import type { Comparable } from '@baseline/contract/checks/similar-answers.ts'
import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import { noteStale, readCalibrations } from './calibrations.ts'
import { isTimed } from './chains.ts'
import { comparedBefore, findNearest } from './earlier-responses.ts'
import type { FactChange, QueuedRule } from './queued-rule.ts'

/** Maximum number of responses of a batch between a removed response and a response compared with it. */
const batch = 200
const comparedAfter = {
  investigator: comparedBefore.investigator + batch,
  village: comparedBefore.village + batch,
}

type FindUsual = (surveyId: string) => UsualMatch | undefined

const readUsual = async (tx: Db, subjects: readonly CheckedFacts[]): Promise<FindUsual> => {
  const find = await readCalibrations(
    tx,
    { rule: 'D6', values: UsualMatch },
    subjects.map(({ surveyId }) => ({ survey_id: surveyId, key: '' })),
  )
  return (surveyId) => find({ survey_id: surveyId, key: '' })
}

/** Returns a function that leaves out the uniform questions, once per fingerprint. */
const createTrim = ({ uniform }: UsualMatch) => {
  const left = new Set(uniform)
  const trimmed = new Map<string, Comparable>()
  const trim = (fingerprint: Fingerprint) => withoutQuestions(fingerprint, left)
  return {
    trim,
    trimOther: (other: Comparable): Comparable => {
      const known = trimmed.get(other.id) ?? { ...other, fingerprint: trim(other.fingerprint) }
      trimmed.set(other.id, known)
      return known
    },
  }
}

/** Identifies the position of a response among the interviews of its enumerator and of its village. */
const positionOf = (facts: CheckedFacts | undefined): string =>
  facts && isTimed(facts)
    ? JSON.stringify([facts.surveyId, facts.investigator, facts.village, facts.day, facts.startedAt])
    : ''

const comparedOf = (facts: CheckedFacts | undefined): string =>
  facts ? JSON.stringify([positionOf(facts), facts.displayId, facts.fingerprint]) : ''

const findFlagged = async (tx: Db, ids: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ id: string }>`
    select response_id as id from response_flags
    where response_id = any(${ids}::uuid[]) and rule = 'D6' and state in ('open', 'confirmed', 'waived')`.execute(
    tx,
  )
  return new Set(rows.map(({ id }) => id))
}

interface Place {
  facts: CheckedFacts
  /** The response is no longer here: any of the later ones can be compared with an older one instead. */
  isLeft: boolean
  fingerprints: readonly Fingerprint[]
}

const placesOf = ({ before, after }: FactChange): Place[] => {
  const isMoved = positionOf(before) !== positionOf(after)
  const fingerprints = [before, after].flatMap((facts) => facts?.fingerprint ?? [])
  const places = isMoved ? [before, after] : [after]
  return places.flatMap((facts) =>
    facts ? [{ facts, isLeft: isMoved && facts === before, fingerprints }] : [],
  )
}

/** Returns the later responses whose most similar earlier one can be a different one after the changes. */
const findLater = async (
  tx: Db,
  places: readonly Place[],
  { findUsual, rulesOf }: { findUsual: FindUsual; rulesOf: (surveyId: string) => ActiveRules },
): Promise<string[]> => {
  const later = await findNearest(
    tx,
    places.map(({ facts }) => facts),
    { direction: 'after', reach: comparedAfter },
  )
  const flagged = await findFlagged(tx, [...new Set([...later.values()].flat().map(({ id }) => id))])
  const affected = new Set<string>()
  for (const { facts, isLeft, fingerprints } of places) {
    const usual = findUsual(facts.surveyId)
    if (!usual) continue
    const rules = rulesOf(facts.surveyId)
    const limit = matchLimit(usual, rules)
    const { trim, trimOther } = createTrim(usual)
    const own = fingerprints.map(trim)
    for (const other of later.get(facts) ?? []) {
      const { id, fingerprint } = trimOther(other)
      const isSimilar = () => own.some((one) => (matchOf(one, fingerprint, rules)?.percent ?? 0) >= limit)
      if (isLeft || flagged.has(id) || isSimilar()) affected.add(id)
    }
  }
  return [...affected]
}

/** D6: compares with the last 200 interviews of the enumerator and the last 50 of the village. */
export const similarAnswers: QueuedRule = {
  rules: ['D6'],
  noteChanges: (tx, changes) =>
    noteStale(
      tx,
      'D6',
      changes
        .filter(({ before, after }) => comparedOf(before) !== comparedOf(after))
        .flatMap(({ before, after }) => [before, after])
        .flatMap((facts) => (facts?.fingerprint ? [{ survey_id: facts.surveyId, key: '' }] : [])),
    ),
  findAffected: async (tx, changes, rulesOf) => {
    const places = changes
      .filter(({ before, after }) => comparedOf(before) !== comparedOf(after))
      .flatMap(placesOf)
      .filter(({ facts }) => rulesOf(facts.surveyId).has('D6'))
    const findUsual = await readUsual(
      tx,
      places.map(({ facts }) => facts),
    )
    const calibrated = places.filter(({ facts }) => findUsual(facts.surveyId))
    return calibrated.length === 0 ? [] : findLater(tx, calibrated, { findUsual, rulesOf })
  },
  load: async (tx, subjects) => {
    const findUsual = await readUsual(tx, subjects)
    const compared = subjects.filter(({ surveyId, fingerprint }) => fingerprint && findUsual(surveyId))
    const earlier = await findNearest(tx, compared, { direction: 'before', reach: comparedBefore })
    const trims = new Map<string, ReturnType<typeof createTrim>>()
    return (facts, rules) => {
      const usual = findUsual(facts.surveyId)
      if (!usual || !facts.fingerprint) return []
      const trimmer = trims.get(facts.surveyId) ?? createTrim(usual)
      trims.set(facts.surveyId, trimmer)
      const { trim, trimOther } = trimmer
      const others = (earlier.get(facts) ?? []).map(trimOther)
      return checkMatch(trim(facts.fingerprint), others, { usual, rules })
    }
  },
}
