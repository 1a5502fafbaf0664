import { severities } from '@baseline/contract/checks/rules.ts'
import type { RuleId, Severity } from '@baseline/contract/checks/rules.ts'
import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'

import { textOf } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

type Parameter = CheckRule['parameters'][number]

export const parameterName = (rule: RuleId, name: string): string =>
  textOf(`checkRules.parameters.${rule}.${name}`) ?? name

export const unitName = ({ unit }: Pick<Parameter, 'unit'>): string =>
  textOf(`checkRules.unitNames.${unit}`) ?? unit

/** Returns a value with its unit, such as `20 min`. */
export const valueText = ({ unit }: Pick<Parameter, 'unit'>, value: number): string =>
  textOf(`checkRules.units.${unit}`, { value: formatNumber(value) }) ?? formatNumber(value)

/** Returns the severities that flags of a rule can have, the most severe first. */
export const severitiesOf = ({
  severity,
  conditions,
}: Pick<CheckRule, 'severity' | 'conditions'>): Severity[] => {
  if (severity !== null) return [severity]
  const given = new Set(Object.values(conditions))
  return severities.toReversed().filter((one) => given.has(one))
}

const severityName = (severity: Severity): string => textOf(`checks.severities.${severity}`) ?? severity

/** Returns the default severities; with the names of the problems if they differ: `Error (overlap), Note (short gap)`. */
export const defaultSeverityText = ({ rule, conditions }: Pick<CheckRule, 'rule' | 'conditions'>): string => {
  const given = severitiesOf({ severity: null, conditions })
  if (given.length === 1) return given.map(severityName).join()
  return given
    .map((severity) => {
      const names = Object.entries(conditions)
        .filter(([, one]) => one === severity)
        .map(([condition]) => textOf(`checkRules.conditions.${rule}.${condition}`) ?? condition)
      return textOf('checkRules.ofCondition', {
        severity: severityName(severity),
        condition: names.join(', '),
      })
    })
    .join(', ')
}
