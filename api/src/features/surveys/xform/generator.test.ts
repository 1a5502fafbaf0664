import { createHash } from 'node:crypto'

import { expect, test } from 'vitest'

import { createChance } from '../../../../../scripts/seed/chance.ts'
import { everyFeature } from './testing/every-feature.ts'
import { randomDefinition } from './testing/random-definition.ts'
import { generator, writeXForm } from './write-xform.ts'

/** Hashes of the questionnaires below and of their forms, by generator. Phones have the forms of each of them. */
const recorded: Readonly<Record<number, { questionnaires: string; forms: string }>> = {
  2: {
    questionnaires: '3e824b75a255348a06b77bfa665ed9e498bb20dd301a67c9f11bc1320b1826e4',
    forms: '540c18144e75abce31d503267ffd75f7ccfb3bddc799721b2ce090773d18c391',
  },
}

const questionnaires = [
  everyFeature,
  { ...everyFeature, clientEditable: false },
  ...Array.from({ length: 30 }, (_, index) => randomDefinition(createChance(index + 1), true)),
]

const hashOf = (texts: readonly string[]): string =>
  createHash('sha256').update(texts.join('\n')).digest('hex')

test('a generator never writes other bytes than before', () => {
  const known = recorded[generator]
  expect(
    hashOf(questionnaires.map((questionnaire) => JSON.stringify(questionnaire))),
    'The questionnaires of this test changed. Record both hashes again.',
  ).toBe(known?.questionnaires)
  expect(
    hashOf(questionnaires.map((questionnaire) => writeXForm(questionnaire, { version: 1 }))),
    'The bytes of forms changed. Increase `generator`, and add its hashes.',
  ).toBe(known?.forms)
})
