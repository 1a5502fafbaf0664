import type { AnswerQuery } from '@baseline/contract/answer-queries/contract.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import { Button } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'

import { t } from '#platform/i18n.ts'
import { formatNumber } from '#platform/time.ts'

import { useLetterKeys } from '../review/use-review-keys.ts'
import { NewQueryForm } from './new-query-form.tsx'
import type { QueriedResponse } from './queried-response.ts'
import { queryKeys, QueryItem } from './query-item.tsx'
import type { QueryActions } from './query-item.tsx'
import { lastProposal } from './query-messages.tsx'
import { useChangeQuery, waits } from './use-answer-queries.ts'

import '../checks/flags.css'
import './queries.css'

interface QueriesCardProps extends QueriedResponse {
  queries: readonly AnswerQuery[]
  /** The form for a new query asks which answer it is about. */
  isChoosing: boolean
  onChoose: () => void
  onChosen: () => void
}

const queryId = (id: string): string => `query-${id}`

/** Scrolls to a query in the card and focuses it. */
export const showQuery = (id: string): void => {
  const element = document.getElementById(queryId(id))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}

const countText = (queries: readonly AnswerQuery[]): string => {
  const count = queries.filter(waits).length
  if (queries.length === 0) return t('entities.answerQueries.none')
  return count === 1
    ? t('entities.answerQueries.waiting.one')
    : t('entities.answerQueries.waiting.many', { count: formatNumber(count) })
}

/**
 * The queries on the answers of a response. Keys act on the selected query: `m` replies, `p` accepts the proposed answer
 * and `x` closes it. `w` selects the next waiting query.
 */
export const QueriesCard = ({
  record,
  survey,
  queries,
  isChoosing,
  onChoose,
  onChosen,
}: QueriesCardProps) => {
  const id = useId()
  const waiting = queries.filter(waits)
  const earlier = queries.filter((query) => !waits(query))
  const [selectedId, setSelectedId] = useState<string>()
  const selected = waiting.find((query) => query.id === selectedId) ?? waiting[0]
  const [repliedId, setRepliedId] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  const change = useChangeQuery(record.id)
  const isLocked = isReadOnly(record.status)

  const apply: typeof change.mutate = (...input) => {
    if (!change.isPending) change.mutate(...input)
  }
  const actions: QueryActions = {
    onReply: (query) => setRepliedId(query.id),
    onAccept: (query) => {
      const proposal = lastProposal(query)
      if (proposal) apply({ action: 'accept', query, messageId: proposal.id })
    },
    onClose: (query) => apply({ action: 'close', query }),
    onWithdraw: (query) => apply({ action: 'withdraw', query }),
  }

  useLetterKeys((key) => {
    if (!selected) return undefined
    if (key === queryKeys.reply) return () => actions.onReply(selected)
    if (key === queryKeys.accept && lastProposal(selected) && !isLocked)
      return () => actions.onAccept(selected)
    if (key === queryKeys.close) return () => actions.onClose(selected)
    if (key !== 'w') return undefined
    const next = waiting[(waiting.indexOf(selected) + 1) % waiting.length]
    // The first key shows the query that the other keys act on.
    const target = selectedId === undefined ? selected : next
    return () => target && showQuery(target.id)
  })

  const focusQuery = (query: AnswerQuery) => {
    setRepliedId(undefined)
    showQuery(query.id)
  }
  const waitingIds = waiting.map((query) => query.id).join(' ')
  const knownIds = useRef(waitingIds)
  useEffect(() => {
    if (knownIds.current === waitingIds) return
    knownIds.current = waitingIds
    // The focused button went away with its query.
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [waitingIds])

  const item = (query: AnswerQuery, hasKeys: boolean) => (
    <QueryItem
      {...{ record, survey, query, hasKeys, ...actions }}
      isReplying={repliedId === query.id}
      onReplied={() => focusQuery(query)}
    />
  )

  return (
    <section className="flags queries" aria-labelledby={id}>
      <h2 ref={heading} id={id} tabIndex={-1}>
        {t('entities.answerQueries.title')}
      </h2>
      <p className="flags-count" role="status">
        {countText(queries)}
        {waiting.length > 0 && ` · ${t('entities.answerQueries.blocks')}`}
      </p>
      {waiting.length > 0 && (
        <ol>
          {waiting.map((query) => (
            // Focusing a button of a query selects the query.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={query.id}
              id={queryId(query.id)}
              tabIndex={-1}
              {...(query === selected && { 'aria-current': 'true' as const })}
              onFocus={() => setSelectedId(query.id)}
            >
              {item(query, query === selected)}
            </li>
          ))}
        </ol>
      )}
      {isChoosing ? (
        <NewQueryForm record={record} survey={survey} onClose={onChosen} />
      ) : (
        !isLocked && (
          <Button size="small" className="query-new" aria-keyshortcuts="q" onClick={onChoose}>
            {t('entities.answerQueries.open')}
            <kbd aria-hidden="true" className="decision-key">
              q
            </kbd>
          </Button>
        )
      )}
      {earlier.length > 0 && (
        <details className="flags-earlier">
          <summary>
            {earlier.length === 1
              ? t('entities.answerQueries.earlier.one')
              : t('entities.answerQueries.earlier.many', { count: formatNumber(earlier.length) })}
          </summary>
          <ul>
            {earlier.map((query) => (
              <li key={query.id} id={queryId(query.id)} tabIndex={-1}>
                {item(query, false)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </section>
  )
}
