import { reportRetention } from '@baseline/contract/data-protection/contract.ts'
import type { SurveyRetention } from '@baseline/contract/data-protection/contract.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Modal } from 'antd'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'

import { dataProtectionKey } from './query-keys.ts'
import { Report } from './report.tsx'
import { useShownError } from './use-shown-error.ts'

/** Shows what the end of the period would remove, without removing it. */
export const RemovalDialog = ({ survey, onClose }: { survey: SurveyRetention; onClose: () => void }) => {
  const { data, error, refetch } = useQuery({
    queryKey: [...dataProtectionKey, 'removal', survey.surveyId],
    queryFn: ({ signal }) => call(reportRetention, { params: { surveyId: survey.surveyId }, signal }),
    staleTime: 0,
    meta: { handlesErrors: true },
  })
  const shownError = useShownError(error)
  return (
    <Modal
      open
      title={t('dataProtection.retention.dryRunFor', { survey: survey.label })}
      width={480}
      footer={<Button onClick={onClose}>{t('dataProtection.retention.close')}</Button>}
      onCancel={onClose}
    >
      <p>{t('dataProtection.retention.dryRunHint')}</p>
      <Report report={data} error={shownError} onRetry={() => void refetch()} />
    </Modal>
  )
}
