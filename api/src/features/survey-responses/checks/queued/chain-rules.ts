import { checkEqualAnswers, checkHousehold } from '@baseline/contract/checks/duplicates.ts'
import { checkSpot, checkTimes, checkTravel } from '@baseline/contract/checks/neighbours.ts'

import type { Db } from '#platform/database/database.ts'

import { answersChain, dayChain, householdChain, phoneChain, timeChain } from './chains.ts'
import type { Chain } from './chains.ts'
import { findOtherSpots, isOnSpot } from './day-windows.ts'
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

/** G5: compares with the interviews of the enumerator on the same day. */
const oneSpot: QueuedRule = {
  rules: ['G5'],
  findAffected: async (tx, changes, rulesOf) =>
    findOtherSpots(
      changes,
      await dayChain.find(tx, positionsOf(changes)),
      (surveyId) => rulesOf(surveyId).get('G5')?.parameters['distance'] ?? 0,
    ),
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
