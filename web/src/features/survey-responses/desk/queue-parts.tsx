import { severityMarks } from '@baseline/contract/checks/severity-marks.ts'
import type { QueueRow } from '@baseline/contract/survey-responses/desk.ts'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { Mark } from '#platform/ui/mark.tsx'
import { Instant } from '#platform/ui/time-zone.tsx'

import './desk.css'

/** When the review is due. An overdue one is marked with a shape and a word. */
export const DueDate = ({ dueAt, isOverdue }: Pick<QueueRow, 'dueAt' | 'isOverdue'>) => (
  <span className="queue-due">
    <Instant at={dueAt} />
    {isOverdue && <Mark {...severityMarks.warn}>{t('entities.review.overdue')}</Mark>}
  </span>
)

/** The reviewer who has the response open, and the one to whom it is assigned. */
export const reviewerTexts = (
  { holder, assignee }: Pick<QueueRow, 'holder' | 'assignee'>,
  userId: string,
): string[] => [
  ...(holder
    ? [holder.isMe ? t('entities.review.openForMe') : t('entities.review.openFor', { name: holder.name })]
    : []),
  ...(assignee
    ? [
        assignee.id === userId
          ? t('entities.review.assignedToMe')
          : t('entities.review.assignedTo', { name: assignee.name }),
      ]
    : []),
]

export const Reviewers = ({ texts }: { texts: readonly string[] }) =>
  texts.length === 0 ? (
    <Blank />
  ) : (
    <span className="queue-reviewers">
      {texts.map((text) => (
        <span key={text}>{text}</span>
      ))}
    </span>
  )
