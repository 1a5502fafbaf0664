import type { AnswerQuery } from '@baseline/contract/answer-queries/contract.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import { Button } from 'antd'

import { t } from '#platform/i18n.ts'
import { formatInstant } from '#platform/time.ts'
import { useTimeZone } from '#platform/ui/time-zone.tsx'

import { showAnswer } from '../answers/answer-anchor.ts'
import { textOfValue, valueAt } from '../answers/value-text.ts'
import { questionLabel } from '../view/history-texts.ts'
import type { QueriedResponse } from './queried-response.ts'
import { lastProposal, QueryMessages } from './query-messages.tsx'
import { isOverdue, OverdueMark, QueryStateMark } from './query-state.tsx'
import { ReplyForm } from './reply-form.tsx'
import { waits } from './use-answer-queries.ts'

/** Actions on a waiting query, with their keys. */
export const queryKeys = { reply: 'm', accept: 'p', close: 'x' } as const

export interface QueryActions {
  onReply: (query: AnswerQuery) => void
  onAccept: (query: AnswerQuery) => void
  onClose: (query: AnswerQuery) => void
  onWithdraw: (query: AnswerQuery) => void
}

interface ActionsProps extends QueryActions {
  query: AnswerQuery
  isLocked: boolean
  /** The keys act on the selected query only. */
  hasKeys: boolean
}

const ActionButton = (props: { letter?: string | false; text: string; onClick: () => void }) => (
  <Button size="small" {...(props.letter && { 'aria-keyshortcuts': props.letter })} onClick={props.onClick}>
    {props.text}
    {props.letter && (
      <kbd aria-hidden="true" className="decision-key">
        {props.letter}
      </kbd>
    )}
  </Button>
)

const Actions = ({ query, isLocked, hasKeys, ...on }: ActionsProps) => (
  <div className="flag-actions">
    {waits(query) ? (
      <>
        {lastProposal(query) && !isLocked && (
          <ActionButton
            letter={hasKeys && queryKeys.accept}
            text={t('entities.answerQueries.accept')}
            onClick={() => on.onAccept(query)}
          />
        )}
        <ActionButton
          letter={hasKeys && queryKeys.reply}
          text={t('entities.answerQueries.reply')}
          onClick={() => on.onReply(query)}
        />
        <ActionButton
          letter={hasKeys && queryKeys.close}
          text={t('entities.answerQueries.close')}
          onClick={() => on.onClose(query)}
        />
        <ActionButton text={t('entities.answerQueries.withdraw')} onClick={() => on.onWithdraw(query)} />
      </>
    ) : (
      !isLocked && (
        <ActionButton text={t('entities.answerQueries.reopen')} onClick={() => on.onReply(query)} />
      )
    )}
  </div>
)

/** Who has to act on a waiting query, and until when. */
const Waiting = ({ query }: { query: AnswerQuery }) => {
  const timeZone = useTimeZone()
  const person = query.state === 'open' ? query.assignedTo : query.openedBy
  return (
    <p className="flag-next">
      {[
        person && t('entities.answerQueries.waitsFor', { who: person }),
        t('entities.answerQueries.due', { when: formatInstant(query.dueAt, timeZone) }),
      ]
        .filter(Boolean)
        .join(' · ')}{' '}
      {isOverdue(query) && <OverdueMark />}
    </p>
  )
}

interface QueryItemProps extends QueriedResponse, QueryActions {
  query: AnswerQuery
  hasKeys: boolean
  isReplying: boolean
  onReplied: () => void
}

/** A query: its answer, its messages and its actions. */
export const QueryItem = ({ record, survey, query, isReplying, onReplied, ...props }: QueryItemProps) => {
  const { question } = query
  const isLocked = isReadOnly(record.status)
  return (
    <>
      <p className="flag-title">
        <QueryStateMark state={query.state} />
        <button type="button" title={t('checks.flags.show')} onClick={() => showAnswer(question)}>
          {questionLabel(survey, question)}
        </button>
      </p>
      <p>
        {t('entities.answerQueries.stored', {
          value: textOfValue(survey, question, valueAt(record.values, question)),
        })}
      </p>
      <QueryMessages query={query} survey={survey} />
      {waits(query) && <Waiting query={query} />}
      {isReplying ? (
        <ReplyForm {...{ record, survey, query }} isReopening={!waits(query)} onClose={onReplied} />
      ) : (
        <Actions query={query} isLocked={isLocked} {...props} />
      )}
    </>
  )
}
