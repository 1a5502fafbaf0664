import { findAnswerPlace } from '@baseline/contract/surveys/answer-path.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { useId, useMemo, useState, useSyncExternalStore } from 'react'

import { t } from '#platform/i18n.ts'

import { createAnswersStore } from '../answers/answers-store.ts'
import { QuestionInput } from '../answers/question-input.tsx'
import { AnswersContext } from '../answers/use-answers.tsx'
import type { Proposal } from './use-answer-queries.ts'

const noImages = { find: () => undefined, add: () => undefined }

interface ProposalInputProps {
  survey: SurveyDefinition
  values: Readonly<Record<string, unknown>>
  question: string
  /** Receives undefined while the input is not a valid answer. */
  onChange: (proposal: Proposal | undefined) => void
}

/** The input of a question, beginning with the stored answer. Its validation is that of the form. */
export const ProposalInput = ({ survey, values, question: path, onChange }: ProposalInputProps) => {
  const id = useId()
  const [store] = useState(() => createAnswersStore(survey, values))
  const form = useMemo(() => ({ store, images: noImages, isPreview: false }), [store])
  const input = useSyncExternalStore(store.subscribe, () => store.answerAt(path))
  const problem = useSyncExternalStore(store.subscribe, () => store.problemAt(path))
  const place = findAnswerPlace(survey, path)
  if (!place) return null
  const change = (next: unknown) => {
    store.set(path, next)
    store.check({ partial: true })
    const answer = store.resultAt(path) ?? null
    // A copy of an object is JSON to the compiler.
    const value = typeof answer === 'object' && !Array.isArray(answer) ? answer && { ...answer } : answer
    onChange(store.problemAt(path) === undefined ? { value } : undefined)
  }
  return (
    <AnswersContext value={form}>
      <label id={`${id}-label`} htmlFor={id}>
        {t('entities.answerQueries.proposedAnswer')}
      </label>
      <QuestionInput
        id={id}
        question={place.question}
        row={place.row?.index}
        value={input}
        describedBy={problem === undefined ? undefined : `${id}-problem`}
        invalid={problem !== undefined}
        onChange={change}
      />
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="query-problem">
          {problem}
        </p>
      )}
    </AnswersContext>
  )
}
