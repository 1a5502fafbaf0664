import type { AnswerQuery } from '@baseline/contract/answer-queries/contract.ts'
import { isReadOnly } from '@baseline/contract/survey-responses/status.ts'
import { findAnswerPlace } from '@baseline/contract/surveys/answer-path.ts'
import { Button } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import type { FocusEvent, ReactNode } from 'react'

import { t } from '#platform/i18n.ts'

import { focusAnswer, pathOfElement } from '../answers/answer-anchor.ts'
import { useLetterKeys } from '../review/use-review-keys.ts'
import { NewQueryForm } from './new-query-form.tsx'
import type { QueriedResponse } from './queried-response.ts'
import { showQuery } from './queries-card.tsx'
import { QueryStateMark } from './query-state.tsx'
import { useAnswerQueries, waits } from './use-answer-queries.ts'

type Marks = ReadonlyMap<string, ReactNode>

/** The selected answer, and where the form for a new query is open. */
interface Selection {
  /** The response: nothing remains on the next one. */
  id: string
  path: string | undefined
  form: 'answer' | 'card' | undefined
}

const lastText = ({ messages }: AnswerQuery): string =>
  messages.findLast(({ text }) => text !== null)?.text ?? ''

/** A waiting query at its answer. Leads to its messages. */
const WaitingQuery = ({ query }: { query: AnswerQuery }) => (
  <button type="button" className="answer-query" onClick={() => showQuery(query.id)}>
    <QueryStateMark state={query.state} /> <span>{lastText(query)}</span>
  </button>
)

/** Keeps the selected answer of a response, and whether the form for a new query is open. */
const useSelection = ({ record, survey }: QueriedResponse) => {
  const { id } = record
  const [stored, setSelection] = useState<Selection>()
  const selection = stored?.id === id ? stored : undefined
  const mayOpen = !isReadOnly(record.status)
  const setForm = useCallback(
    (form?: Selection['form']) =>
      setSelection((current) => ({ id, path: current?.id === id ? current.path : undefined, form })),
    [id],
  )
  useLetterKeys((key) =>
    key === 'q' && mayOpen ? () => setForm(selection?.path === undefined ? 'card' : 'answer') : undefined,
  )
  const onFocus = ({ target }: FocusEvent) => {
    const path = selection?.form ? undefined : pathOfElement(target)
    if (path === undefined || path === selection?.path || !findAnswerPlace(survey, path)) return
    setSelection({ id, path, form: undefined })
  }
  return { path: selection?.path, form: selection?.form, mayOpen, setForm, onFocus }
}

/**
 * Adds the waiting queries to the marks of the answers, and the form for a new query to the selected answer. `q` opens
 * the form; without a selected answer in the card.
 */
export const useQueryMarks = ({ record, survey }: QueriedResponse, flagMarks: Marks) => {
  const queries = useAnswerQueries(record.id)
  const { path, form, mayOpen, setForm, onFocus } = useSelection({ record, survey })
  const marks = useMemo(() => {
    const all = new Map<string, ReactNode>(flagMarks)
    const add = (place: string, mark: ReactNode) =>
      all.set(
        place,
        <>
          {all.get(place)}
          {mark}
        </>,
      )
    for (const query of queries?.filter(waits) ?? [])
      add(query.question, <WaitingQuery key={query.id} query={query} />)
    if (path === undefined || !mayOpen) return all
    const close = () => {
      setForm()
      focusAnswer(path)
    }
    return add(
      path,
      form === 'answer' ? (
        <NewQueryForm record={record} survey={survey} question={path} onClose={close} />
      ) : (
        <Button size="small" aria-keyshortcuts="q" onClick={() => setForm('answer')}>
          {t('entities.answerQueries.new')}
          <kbd aria-hidden="true" className="decision-key">
            q
          </kbd>
        </Button>
      ),
    )
  }, [flagMarks, queries, path, form, mayOpen, setForm, record, survey])
  return {
    queries,
    marks,
    onFocus,
    choice: { isChoosing: form === 'card', onChoose: () => setForm('card'), onChosen: () => setForm() },
  }
}
