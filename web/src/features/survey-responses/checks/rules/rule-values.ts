import { severities } from '@baseline/contract/checks/rules.ts'
import type { Severity } from '@baseline/contract/checks/rules.ts'
import { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import type { RuleValues } from '@baseline/contract/survey-responses/check-rules.ts'
import { z } from 'zod'

import { formOf } from '#platform/form/form-shape.ts'
import type { Label } from '#platform/i18n.ts'

import { parameterName } from './rule-texts.ts'

/** Option of the form for the severities that the rule has by default. */
export const defaultSeverity = 'default'

type FormValues = Record<string, unknown>

const fieldOfParameter = ({ unit, min, max }: CheckRule['parameters'][number]) =>
  (unit === 'count' || unit === 'hour' ? z.int() : z.number()).min(min).max(max)

/** Describes the form of a rule: its severity, and a field for each parameter with its limits. */
export const shapeOf = ({ rule, parameters }: Pick<CheckRule, 'rule' | 'parameters'>) => {
  const fields: Record<string, z.ZodType> = {
    severity: z.enum([defaultSeverity, ...severities]),
  }
  const labels: Record<string, Label> = { severity: 'checkRules.severity' }
  for (const parameter of parameters) {
    fields[parameter.name] = fieldOfParameter(parameter)
    labels[parameter.name] = { text: parameterName(rule, parameter.name) }
  }
  return formOf(z.object(fields), labels, 'data.parameters')
}

const toForm = ({ severity, parameters }: RuleValues): FormValues => ({
  severity: severity ?? defaultSeverity,
  ...parameters,
})

/** Returns the values that apply. */
export const currentValues = ({ severity, parameters }: CheckRule): RuleValues => ({
  severity,
  parameters: Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
})

/** Returns the values of the form: the draft, or else the values that apply. */
export const formValuesOf = (rule: CheckRule): FormValues => toForm(rule.draft ?? currentValues(rule))

/** Reads the values of the form from the rule that the server sends with a conflict. */
export const readConflict = (record: FormValues): FormValues | undefined => {
  const rule = CheckRule.safeParse(record).data
  return rule && formValuesOf(rule)
}

const isSeverity = (value: unknown): value is Severity => severities.some((severity) => severity === value)

/** Returns the draft of the values in the form. */
export const draftOf = ({ severity, ...parameters }: FormValues): RuleValues => ({
  severity: isSeverity(severity) ? severity : null,
  parameters: Object.fromEntries(
    Object.entries(parameters).flatMap(([name, value]) => (typeof value === 'number' ? [[name, value]] : [])),
  ),
})
