import { referencesOf } from '@baseline/contract/surveys/expression/evaluate.ts'
import { parseExpression } from '@baseline/contract/surveys/expression/parse.ts'
import { ExpressionError } from '@baseline/contract/surveys/expression/problem.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import type { Sheet } from './sheet.ts'

const findError = (source: string, survey: SurveyDefinition): ExpressionError | undefined => {
  try {
    const { keys, lookups } = referencesOf(parseExpression(source))
    const items = itemsOf(survey)
    const key = [...keys].find((one) => !items.has(one))
    if (key !== undefined) return new ExpressionError('entities.surveys.expression.unknownKey', { key })
    const list = lookups.map((lookup) => lookup.list).find((one) => !Object.hasOwn(survey.choices, one))
    return list === undefined
      ? undefined
      : new ExpressionError('entities.surveys.expression.unknownList', { list })
  } catch (error) {
    if (error instanceof ExpressionError) return error
    throw error
  }
}

/** Drops an `instance_name` that phones cannot evaluate, with a warning: the answers do not depend on it. */
export const checkInstanceName = (survey: SurveyDefinition, settings: Sheet): void => {
  const error = survey.instanceName === undefined ? undefined : findError(survey.instanceName, survey)
  if (!error) return
  settings.rows()[0]?.warn('instance_name', error.key, error.params)
  delete survey.instanceName
}
