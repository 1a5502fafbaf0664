import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { randomAnswers } from '../../../api/src/features/surveys/xform/testing/random-answers.ts'
import { randomDefinition } from '../../../api/src/features/surveys/xform/testing/random-definition.ts'
import { writeXForm } from '../../../api/src/features/surveys/xform/write-xform.ts'
import { createChance } from '../../../scripts/seed/chance.ts'
import type { Chance } from '../../../scripts/seed/chance.ts'
import { compareForm, toPhone, withoutExcluded } from './compare-form.ts'
import type { Difference } from './compare-form.ts'
import type { PhoneEngine } from './engine.ts'
import { explainDifference } from './explain-difference.ts'
import type { FormReading } from './in-page.ts'

/** Fills a questionnaire with random answers, and compares our evaluation with the engine's. */
export const fillAtRandom = async (
  engine: PhoneEngine,
  survey: SurveyDefinition,
  chance: Chance,
): Promise<Difference[]> => {
  const { clock, read } = engine
  const answers = withoutExcluded(survey, randomAnswers(survey, chance), clock)
  const xform = writeXForm(survey, { version: 1 })
  return compareForm(survey, answers, await read(xform, survey, toPhone(survey, answers, clock)), clock)
}

export const runRandomCase = (engine: PhoneEngine, seed: number): Promise<Difference[]> => {
  const chance = createChance(seed)
  return fillAtRandom(engine, randomDefinition(chance, engine.hasQuirks), chance)
}

/** Returns the part of the state that a user sees or that is sent. */
const visibleState = ({ nodes }: FormReading, path: string) => {
  const node = nodes[path]
  if (!node) return undefined
  const { relevant, required, value, choices, missing, violated } = node
  return relevant
    ? { required, value, choices: choices?.map((choice) => choice.value), missing, violated }
    : 'hidden'
}

/** Replaces references to files with the instances in our XForm: the engine in the page has no files. */
const withInstances = (xform: string, ownXForm: string): string =>
  xform.replaceAll(/<instance id="([^"]*)" src="jr:\/\/[^"]*"\s*\/>/g, (reference, id: string) => {
    const start = ownXForm.indexOf(`<instance id="${id}">`)
    return start < 0
      ? reference
      : ownXForm.slice(start, ownXForm.indexOf('</instance>', start) + '</instance>'.length)
  })

/** Fills our XForm and another one of the same questionnaire with equal answers, and compares what the engine shows. */
export const compareXForms = async (
  { clock, read }: PhoneEngine,
  survey: SurveyDefinition,
  otherXForm: string,
  chance: Chance,
): Promise<Difference[]> => {
  const given = toPhone(survey, withoutExcluded(survey, randomAnswers(survey, chance), clock), clock)
  const ownXForm = writeXForm(survey, { version: 1 })
  const ownReading = await read(ownXForm, survey, given)
  const otherReading = await read(withInstances(otherXForm, ownXForm), survey, given)
  const paths = new Set([...Object.keys(ownReading.nodes), ...Object.keys(otherReading.nodes)])
  return [...paths].flatMap((path) => {
    const isOwn =
      path.startsWith('/data/meta') && !(path === '/data/meta/instanceName' && survey.instanceName)
    if (isOwn || path.endsWith('_count')) return []
    const [a, b] = [visibleState(ownReading, path), visibleState(otherReading, path)]
    if (JSON.stringify(a) === JSON.stringify(b)) return []
    const reason = explainDifference(survey, path, ownReading, otherReading)
    return [{ path, aspect: 'state', ours: a, engine: b, ...(reason !== undefined && { reason }) }]
  })
}
