import { severities } from '@baseline/contract/checks/rules.ts'
import { saveRuleDraft } from '@baseline/contract/survey-responses/check-rules.ts'
import type { CheckRule } from '@baseline/contract/survey-responses/check-rules.ts'
import { Select } from 'antd'
import { useMemo } from 'react'

import { call } from '#platform/api.ts'
import { RecordForm } from '#platform/form/record-form.tsx'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { t } from '#platform/i18n.ts'
import { toast } from '#platform/ui/toast.tsx'

import { NumberInput } from '../../answers/number-field.tsx'
import { paths } from './paths.ts'
import { defaultSeverityText, parameterName, unitName, valueText } from './rule-texts.ts'
import { defaultSeverity, draftOf, formValuesOf, readConflict, shapeOf } from './rule-values.ts'

interface RuleFormProps {
  surveyId: string
  rule: CheckRule
  onSaved: (rule: CheckRule) => void
}

const severityOptions = (rule: CheckRule) => [
  {
    value: defaultSeverity,
    label: t('checkRules.defaultSeverity', { severities: defaultSeverityText(rule) }),
  },
  ...severities.toReversed().map((value) => ({ value, label: t(`checks.severities.${value}`) })),
]

/** The default of a parameter and its limits. */
const limitsText = (parameter: CheckRule['parameters'][number]): string =>
  t('checkRules.limits', {
    value: valueText(parameter, parameter.default),
    min: valueText(parameter, parameter.min),
    max: valueText(parameter, parameter.max),
  })

/** Edits the draft of a rule: its severity and its limits. */
export const RuleForm = ({ surveyId, rule, onSaved }: RuleFormProps) => {
  const shape = useMemo(() => shapeOf(rule), [rule])
  const options = severityOptions(rule)
  return (
    <RecordForm
      shape={shape}
      initialValues={formValuesOf(rule)}
      version={rule.version}
      readRecord={readConflict}
      save={(values, ifMatch) =>
        call(saveRuleDraft, {
          params: { id: surveyId, rule: rule.rule },
          body: { data: draftOf(values) },
          ...(ifMatch !== undefined && { ifMatch }),
        })
      }
      onSaved={(saved) => {
        toast.success(saved.draft ? t('checkRules.saved') : t('checkRules.unchanged'))
        onSaved(saved)
      }}
      cancelPath={paths.list({ survey: surveyId })}
      saveLabel={t('checkRules.save')}
      show={{ severity: (value) => options.find((option) => option.value === value)?.label }}
    >
      <SchemaField shape={shape} name="severity">
        <Select options={options} />
      </SchemaField>
      {rule.parameters.map((parameter) => (
        <SchemaField key={parameter.name} shape={shape} name={parameter.name} extra={limitsText(parameter)}>
          <NumberInput suffix={unitName(parameter)} />
        </SchemaField>
      ))}
      {rule.parameters.length === 0 && <p>{t('checkRules.noParameters')}</p>}
    </RecordForm>
  )
}

/** The values of a rule, for users who cannot change it. */
export const RuleValuesList = ({ rule }: { rule: CheckRule }) => (
  <dl className="rule-values-list">
    <div>
      <dt>{t('checkRules.severity')}</dt>
      <dd>{rule.severity === null ? defaultSeverityText(rule) : t(`checks.severities.${rule.severity}`)}</dd>
    </div>
    {rule.parameters.map((parameter) => (
      <div key={parameter.name}>
        <dt>{parameterName(rule.rule, parameter.name)}</dt>
        <dd>
          {valueText(parameter, parameter.value)}
          <span className="rule-limits">{limitsText(parameter)}</span>
        </dd>
      </div>
    ))}
  </dl>
)
