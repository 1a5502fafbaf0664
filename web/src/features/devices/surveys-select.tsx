import { listSurveys } from '@baseline/contract/surveys/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Select } from 'antd'

import { call } from '#platform/api.ts'
import { messageOf } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'

const maxSurveys = 1000

interface SurveysSelectProps {
  /** Set by the form field. */
  id?: string
  value?: string[] | null
  onChange?: (ids: string[] | null) => void
  disabled?: boolean
}

/** Chooses surveys; no choice means all of them. */
export const SurveysSelect = ({ id, value, onChange, disabled }: SurveysSelectProps) => {
  const { data, isLoading, error, refetch } = useQuery({
    queryKey: ['devices', 'surveys'],
    queryFn: ({ signal }) =>
      call(listSurveys, { query: { filter: { status: ['draft', 'open'] }, limit: maxSurveys }, signal }),
    // A failure must not lose the input of the dialog.
    meta: { handlesErrors: true },
  })
  return (
    <Select
      {...(id !== undefined && { id })}
      {...(disabled !== undefined && { disabled })}
      mode="multiple"
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      loading={isLoading}
      placeholder={t('entities.devices.allSurveys')}
      value={value ?? []}
      {...(error && {
        notFoundContent: (
          <div role="alert">
            {messageOf(error)}{' '}
            <Button
              size="small"
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => void refetch()}
            >
              {t('common.retry')}
            </Button>
          </div>
        ),
      })}
      options={(data?.rows ?? []).map((survey) => ({ value: survey.id, label: survey.label }))}
      onChange={(ids) => onChange?.(ids.length > 0 ? ids : null)}
    />
  )
}
