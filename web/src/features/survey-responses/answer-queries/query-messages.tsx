import type { AnswerQuery, QueryMessage } from '@baseline/contract/answer-queries/contract.ts'

import { t } from '#platform/i18n.ts'
import { Instant } from '#platform/ui/time-zone.tsx'

import { textOfValue } from '../answers/value-text.ts'
import type { QueriedResponse } from './queried-response.ts'

type Survey = QueriedResponse['survey']

const proposalText = (survey: Survey, question: string, { value }: { value?: unknown }): string =>
  value === null
    ? t('entities.answerQueries.proposedNone')
    : t('entities.answerQueries.proposed', { value: textOfValue(survey, question, value) })

/** Returns the last proposal, which can be accepted while the query waits. */
export const lastProposal = ({ messages }: AnswerQuery): QueryMessage | undefined =>
  messages.findLast(({ proposal }) => proposal !== null && !proposal.isAccepted)

/** The messages on a query, oldest first. */
export const QueryMessages = ({ query, survey }: { query: AnswerQuery; survey: Survey }) => (
  <ol className="query-messages">
    {query.messages.map(({ id, author, action, createdAt, text, proposal }) => (
      <li key={id}>
        <p className="flag-next">
          {author} {t(`entities.answerQueries.actions.${action}`)} · <Instant at={createdAt} />
        </p>
        {text !== null && <p className="query-text">{text}</p>}
        {proposal && (
          <p>
            <strong>{proposalText(survey, query.question, proposal)}</strong>
            {proposal.isAccepted && ` · ${t('entities.answerQueries.accepted')}`}
          </p>
        )}
      </li>
    ))}
  </ol>
)
