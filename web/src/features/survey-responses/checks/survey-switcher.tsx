import type { Survey } from '@baseline/contract/surveys/contract.ts'
import { Select } from 'antd'

import { t } from '#platform/i18n.ts'

import './survey-switcher.css'

interface SurveySwitcherProps {
  /** Undefined while loading. */
  surveys: readonly Survey[] | undefined
  survey: Survey | undefined
  onChoose: (id: string) => void
}

/** Switches a screen of the checks to another survey. */
export const SurveySwitcher = ({ surveys, survey, onChoose }: SurveySwitcherProps) => (
  <Select
    className="survey-switcher"
    aria-label={t('entities.surveyResponses.fields.surveyId')}
    showSearch={{ optionFilterProp: 'label' }}
    value={survey?.id ?? null}
    options={(surveys ?? []).map(({ id, label }) => ({ value: id, label }))}
    onChange={onChoose}
  />
)
