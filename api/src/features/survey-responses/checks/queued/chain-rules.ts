import { checkEqualAnswers, checkHousehold } from '@baseline/contract/checks/duplicates.ts'
import { checkSpot, checkTimes, checkTravel, isExact } from '@baseline/contract/checks/neighbours.ts'
import { metresBetween } from '@baseline/contract/checks/numbers.ts'
import type { ResponseFacts } from '@baseline/contract/checks/response-facts.ts'

import type { Db } from '#platform/database/database.ts'

import { answersChain, dayChain, dayReach, householdChain, phoneChain, timeChain } from './chains.ts'
import type { Chain } from './chains.ts'
import { positionsOf } from './queued-rule.ts'
import type { FactChange, QueuedRule } from './queued-rule.ts'

const none = { before: [], after: [] }

const neighbourIds = async (tx: Db, { find }: Chain, changes: readonly FactChange[]): Promise<string[]> =>
  [...(await find(tx, positionsOf(changes))).values()].flatMap(({ before, after }) =>
    [...before, ...after].map(({ id }) => id),
  )

/** T9 and G4: compare with the previous and the next interview of the enumerator. */
const timesAndTravel: QueuedRule = {
  rules: ['T9', 'G4'],
  findAffected: (tx, changes) => neighbourIds(tx, timeChain, changes),
  load: async (tx, subjects) => {
    const found = await timeChain.find(tx, subjects)
    return (facts, rules) => {
      const neighbours = found.get(facts) ?? none
      return [...checkTimes(facts, neighbours, rules), ...checkTravel(facts, neighbours, rules)]
    }
  },
}

const isOnSpot = (facts: ResponseFacts): boolean => facts.latitude !== null && isExact(facts)

const dayOf = ({ surveyId, investigator, day }: ResponseFacts): string =>
  JSON.stringify([surveyId, investigator, day])

/**
 * G5: compares with the interviews of the enumerator on the same day. A change concerns those at its spot. On a day with
 * more interviews than are compared, it also brings others into reach of each other, or out of it.
 */
const oneSpot: QueuedRule = {
  rules: ['G5'],
  findAffected: async (tx, changes, rulesOf) => {
    const positions = positionsOf(changes)
    const perDay = Map.groupBy(positions, dayOf)
    const ids: string[] = []
    for (const [facts, { before, after }] of await dayChain.find(tx, positions)) {
      const { distance = 0 } = rulesOf(facts.surveyId).get('G5')?.parameters ?? {}
      const count = before.length + after.length + (perDay.get(dayOf(facts))?.length ?? 0)
      for (const other of [...before, ...after].filter(isOnSpot)) {
        const metres = isOnSpot(facts) ? metresBetween(facts, other) : undefined
        if (count > dayReach || (metres !== undefined && metres <= distance)) ids.push(other.id)
      }
    }
    return ids
  },
  load: async (tx, subjects) => {
    const found = await dayChain.find(tx, subjects.filter(isOnSpot))
    return (facts, rules) => checkSpot(facts, found.get(facts) ?? none, rules)
  },
}

/** D2: compares with the responses of the same household name and of the same phone number. */
const sameHousehold: QueuedRule = {
  rules: ['D2'],
  findAffected: async (tx, changes) => [
    ...(await neighbourIds(tx, householdChain, changes)),
    ...(await neighbourIds(tx, phoneChain, changes)),
  ],
  load: async (tx, subjects) => {
    const households = await householdChain.find(tx, subjects)
    const phones = await phoneChain.find(tx, subjects)
    return (facts, rules) =>
      checkHousehold(
        facts,
        { households: households.get(facts) ?? none, phones: phones.get(facts) ?? none },
        rules,
      )
  },
}

/** D3: compares with the responses of the same answers. */
const equalAnswers: QueuedRule = {
  rules: ['D3'],
  findAffected: (tx, changes) => neighbourIds(tx, answersChain, changes),
  load: async (tx, subjects) => {
    const found = await answersChain.find(tx, subjects)
    return (facts, rules) => checkEqualAnswers(facts, found.get(facts) ?? none, rules)
  },
}

export const chainRules: readonly QueuedRule[] = [timesAndTravel, oneSpot, sameHousehold, equalAnswers]
