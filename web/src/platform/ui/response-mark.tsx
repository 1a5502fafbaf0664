import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'

import { t } from '#platform/i18n.ts'

import { responseShapes, shapeSide } from './response-shapes.ts'

import './response-mark.css'

/**
 * Shows the shape of a status in its colour. Hidden from screen readers, because the name of the status
 * follows.
 */
export const ResponseShape = ({ status }: { status: ResponseStatus }) => (
  <svg
    className={`response-shape response-${status}`}
    viewBox={`0 0 ${String(shapeSide)} ${String(shapeSide)}`}
    aria-hidden="true"
  >
    <path d={responseShapes[status]} fillRule="evenodd" />
  </svg>
)

/** A status of a response: its shape and its name. */
export const ResponseMark = ({ status }: { status: ResponseStatus }) => (
  <span className="response-mark">
    <ResponseShape status={status} />
    {t(`entities.surveyResponses.statuses.${status}`)}
  </span>
)
