import type { Comment } from '@baseline/contract/survey-responses/contract.ts'

import { t } from '#platform/i18n.ts'
import { formatInstant } from '#platform/time.ts'

import { ResponseStatusMark } from '../response-status.tsx'

/** What was said about a response, oldest first. */
export const CommentList = ({
  comments,
  timeZone,
}: {
  comments: readonly Comment[]
  timeZone: string | null
}) =>
  comments.length === 0 ? (
    <p className="story-none">{t('entities.surveyResponses.story.noComments')}</p>
  ) : (
    <ol className="story">
      {comments.map(({ id, createdByEmail, createdAt, comment, status }) => (
        <li key={id}>
          <p className="story-who">
            <span>{createdByEmail}</span>
            <time dateTime={createdAt}>{formatInstant(createdAt, timeZone)}</time>
          </p>
          {status && <ResponseStatusMark status={status} />}
          <p className="story-words">{comment}</p>
        </li>
      ))}
    </ol>
  )
