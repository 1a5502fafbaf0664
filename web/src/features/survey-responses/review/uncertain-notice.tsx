import { Alert, Button } from 'antd'

import { t } from '#platform/i18n.ts'

import { statusText } from '../response-status.tsx'
import type { DecisionRequest } from './use-decide.ts'

/** Says that the server did not respond to a decision, and offers to send it again. */
export const UncertainNotice = ({ request, onRetry }: { request: DecisionRequest; onRetry: () => void }) => (
  <Alert
    className="decision-uncertain"
    type="warning"
    showIcon
    role="alert"
    title={`${t('entities.surveyResponses.review.unknown.text', {
      status: statusText(request.decision.to),
    })} ${t('entities.surveyResponses.review.unknown.hint')}`}
    action={
      <Button type="primary" onClick={onRetry}>
        {t('entities.surveyResponses.review.unknown.retry')}
      </Button>
    }
  />
)
