import type { AnswerQueryRow } from '@baseline/contract/answer-queries/contract.ts'

import { t } from '#platform/i18n.ts'
import type { Card, Column } from '#platform/list/columns.tsx'
import { ListPage } from '#platform/list/list-page.tsx'
import { Instant } from '#platform/ui/time-zone.tsx'

import { paths as responsePaths } from '../paths.ts'
import { queriesList } from './list.ts'
import { isOverdue, OverdueMark, QueryStateMark } from './query-state.tsx'

import './queries.css'

const lastMessage = ({ text, author }: AnswerQueryRow) => (
  <span className="query-last">
    {text}
    <span>{author}</span>
  </span>
)

const due = (query: AnswerQueryRow) => (
  <span className="query-due">
    <Instant at={query.dueAt} /> {isOverdue(query) && <OverdueMark />}
  </span>
)

const columns: Column<AnswerQueryRow>[] = [
  { key: 'displayId', label: 'entities.answerQueries.fields.displayId', kind: 'code' },
  { key: 'questionLabel', label: 'entities.answerQueries.fields.question' },
  { key: 'text', label: 'entities.answerQueries.fields.text', render: lastMessage },
  { key: 'state', label: 'entities.answerQueries.fields.state', render: QueryStateMark },
  { key: 'dueAt', label: 'entities.answerQueries.fields.dueAt', kind: 'time', render: due },
  { key: 'assignedTo', label: 'entities.answerQueries.fields.assignedTo' },
  { key: 'openedBy', label: 'entities.answerQueries.fields.openedBy', hiddenByDefault: true },
  { key: 'openedAt', label: 'entities.answerQueries.fields.openedAt', kind: 'time', hiddenByDefault: true },
  { key: 'surveyLabel', label: 'entities.answerQueries.fields.surveyLabel', hiddenByDefault: true },
]

const extraExportColumns: Column<AnswerQueryRow>[] = [
  { key: 'author', label: 'entities.answerQueries.fields.author' },
]

const card = (query: AnswerQueryRow): Card => ({
  title: `${query.displayId} · ${query.questionLabel}`,
  detail: (
    <>
      {lastMessage(query)}
      {due(query)}
    </>
  ),
  status: <QueryStateMark state={query.state} />,
})

/** Lists queries on answers. A row leads to its answer. */
export const QueriesListPage = () => (
  <ListPage
    list={queriesList}
    title={t('entities.answerQueries.title')}
    columns={columns}
    extraExportColumns={extraExportColumns}
    card={card}
    rowName={({ displayId, questionLabel }) => `${displayId} ${questionLabel}`}
    rowPath={({ responseId, question }) => responsePaths.view(responseId, { answer: question })}
    empty={{ title: t('entities.answerQueries.empty.title'), hint: t('entities.answerQueries.empty.hint') }}
  />
)
