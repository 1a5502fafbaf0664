import {
  checkDuration,
  checkVillage,
  UsualDuration,
  VillageCentre,
} from '@baseline/contract/checks/calibrated.ts'
import type { ResponseFacts } from '@baseline/contract/checks/response-facts.ts'

import { noteStale, readCalibrations } from './calibrations.ts'
import { positionsOf } from './queued-rule.ts'
import type { QueuedRule } from './queued-rule.ts'

/** T5: compares with the median duration of the survey. */
const usualDuration: QueuedRule = {
  rules: ['T5'],
  noteChanges: (tx, changes) =>
    noteStale(
      tx,
      'T5',
      changes
        .filter(({ before, after }) => before?.minutes !== after?.minutes)
        .flatMap(({ before, after }) => [before, after])
        .flatMap((facts) => (facts ? [{ survey_id: facts.surveyId, key: '' }] : [])),
    ),
  load: async (tx, subjects) => {
    const find = await readCalibrations(
      tx,
      { rule: 'T5', values: UsualDuration },
      subjects.map(({ surveyId }) => ({ survey_id: surveyId, key: '' })),
    )
    return (facts, rules) => checkDuration(facts, find({ survey_id: facts.surveyId, key: '' }), rules)
  },
}

const hasVillage = <Facts extends ResponseFacts>(facts: Facts): facts is Facts & { village: string } =>
  facts.village !== null && facts.latitude !== null

const placeOf = (facts: ResponseFacts | undefined): string =>
  facts ? JSON.stringify([facts.village, facts.latitude, facts.longitude, facts.investigator]) : ''

/** G2: compares with the centre of the village. */
const villageCentre: QueuedRule = {
  rules: ['G2'],
  noteChanges: (tx, changes) =>
    noteStale(
      tx,
      'G2',
      positionsOf(changes.filter(({ before, after }) => placeOf(before) !== placeOf(after)))
        .filter(hasVillage)
        .map(({ surveyId, village }) => ({ survey_id: surveyId, key: village })),
    ),
  load: async (tx, subjects) => {
    const find = await readCalibrations(
      tx,
      { rule: 'G2', values: VillageCentre },
      subjects.filter(hasVillage).map(({ surveyId, village }) => ({ survey_id: surveyId, key: village })),
    )
    return (facts, rules) =>
      checkVillage(
        facts,
        hasVillage(facts) ? find({ survey_id: facts.surveyId, key: facts.village }) : undefined,
        rules,
      )
  },
}

export const calibratedRules: readonly QueuedRule[] = [usualDuration, villageCentre]
