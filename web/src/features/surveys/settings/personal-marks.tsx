import type { Question } from '@baseline/contract/surveys/master.ts'
import type { Settings } from '@baseline/contract/surveys/settings.ts'
import { Select } from 'antd'
import { useId } from 'react'

import { t } from '#platform/i18n.ts'

import './personal-marks.css'

type Marks = Settings['personal']

interface PersonalMarksProps {
  questions: readonly { question: Question; label: string }[]
  id?: string
  value?: Marks
  onChange?: (marks: Marks) => void
}

/** Marks questions as personal data or not, where the automatic decision is wrong. */
export const PersonalMarks = ({
  questions,
  id,
  value = [],
  onChange = () => undefined,
}: PersonalMarksProps) => {
  const secondId = useId()
  const options = questions.map(({ question: { key }, label }) => ({
    value: key,
    label: `${label} (${key})`,
  }))
  const keysOf = (personal: boolean) =>
    value.filter((mark) => mark.personal === personal).map(({ key }) => key)
  /** A question in one list leaves the other. */
  const choose = (keys: readonly string[], personal: boolean) =>
    onChange([
      ...value.filter((mark) => mark.personal !== personal && !keys.includes(mark.key)),
      ...keys.map((key) => ({ key, personal })),
    ])
  return (
    <div className="survey-personal">
      <label htmlFor={id}>{t('entities.surveys.settings.personalYes')}</label>
      <Select
        {...(id !== undefined && { id })}
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        value={keysOf(true)}
        onChange={(keys) => choose(keys, true)}
      />
      <label htmlFor={secondId}>{t('entities.surveys.settings.personalNo')}</label>
      <Select
        id={secondId}
        mode="multiple"
        showSearch={{ optionFilterProp: 'label' }}
        options={options}
        value={keysOf(false)}
        onChange={(keys) => choose(keys, false)}
      />
    </div>
  )
}
