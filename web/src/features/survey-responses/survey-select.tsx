import type { Survey } from '@baseline/contract/surveys/contract.ts'
import { Alert, Form, Select } from 'antd'
import { useId } from 'react'

import { t } from '#platform/i18n.ts'

interface SurveySelectProps {
  /** Undefined while loading. */
  surveys: readonly Pick<Survey, 'id' | 'label'>[] | undefined
  surveyId: string | undefined
  onChoose: (id: string) => void
}

/** Selects an open survey; only open surveys accept responses. spec §2 */
export const SurveySelect = ({ surveys, surveyId, onChoose }: SurveySelectProps) => {
  const field = useId()
  if (!surveys) return null
  if (surveys.length === 0)
    return <Alert type="info" showIcon title={t('entities.surveyResponses.form.noSurvey')} />
  return (
    <Form.Item label={t('entities.surveyResponses.form.survey')} htmlFor={field}>
      <Select
        id={field}
        showSearch={{ optionFilterProp: 'label' }}
        placeholder={t('entities.surveyResponses.form.chooseSurvey')}
        value={surveyId ?? null}
        options={surveys.map(({ id, label }) => ({ value: id, label }))}
        onChange={onChoose}
      />
    </Form.Item>
  )
}
