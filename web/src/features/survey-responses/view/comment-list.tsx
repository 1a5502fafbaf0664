import type { Comment } from '@baseline/contract/survey-responses/contract.ts'

import { t } from '#platform/i18n.ts'
import { Instant } from '#platform/ui/time-zone.tsx'

import { ResponseStatusMark } from '../response-status.tsx'
import { authorText } from './author-text.ts'

/** Lists the comments on a response, oldest first. */
export const CommentList = ({ comments }: { comments: readonly Comment[] }) =>
  comments.length === 0 ? (
    <p className="story-none">{t('entities.surveyResponses.story.noComments')}</p>
  ) : (
    <ol className="story">
      {comments.map(({ id, createdByEmail, createdAt, comment, status }) => (
        <li key={id}>
          <p className="story-who">
            <span>{authorText({ createdByEmail })}</span>
            <Instant at={createdAt} />
          </p>
          {status && <ResponseStatusMark status={status} />}
          <p className="story-words">{comment}</p>
        </li>
      ))}
    </ol>
  )
