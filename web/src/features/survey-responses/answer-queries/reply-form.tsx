import type { AnswerQuery } from '@baseline/contract/answer-queries/contract.ts'
import { fileKindOf } from '@baseline/contract/storage/folders.ts'
import { findAnswerPlace } from '@baseline/contract/surveys/answer-path.ts'
import { isAsked } from '@baseline/contract/surveys/master.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { Button } from 'antd'
import { Suspense, lazy, useEffect, useRef, useState } from 'react'

import { useUnsaved } from '#platform/form/unsaved.ts'
import { t } from '#platform/i18n.ts'

import { questionLabel } from '../view/history-texts.ts'
import type { QueriedResponse } from './queried-response.ts'
import { QueryForm } from './query-form.tsx'
import { TextField } from './text-field.tsx'
import { useChangeQuery } from './use-answer-queries.ts'
import type { Proposal } from './use-answer-queries.ts'

/** Separate chunk, because the questionnaire rules are as large as the page. */
const ProposalInput = lazy(async () => ({ default: (await import('./proposal-input.tsx')).ProposalInput }))

interface ReplyFormProps extends QueriedResponse {
  query: AnswerQuery
  /** The reply opens a closed query again. */
  isReopening: boolean
  onClose: () => void
}

/** Files cannot be proposed, and calculated answers follow from others. */
const canPropose = (survey: SurveyDefinition, path: string): boolean => {
  const place = findAnswerPlace(survey, path)
  return place !== undefined && isAsked(place.question) && fileKindOf(place.question.type) === undefined
}

/** A message on a query, with a proposed answer if the stored one is wrong. */
export const ReplyForm = ({ record, survey, query, isReopening, onClose }: ReplyFormProps) => {
  const field = useRef<{ focus: () => void }>(null)
  const [text, setText] = useState('')
  const [isProposing, setProposing] = useState(false)
  /** Undefined: not a valid answer. Null: not changed. */
  const [proposal, setProposal] = useState<Proposal | null | undefined>(null)
  const change = useChangeQuery(record.id)
  const { question } = query
  useUnsaved(() => text.trim() !== '')
  useEffect(() => field.current?.focus(), [])
  const isReady = text.trim() !== '' && proposal !== undefined
  const send = () => {
    if (!isReady || change.isPending) return
    const message = { query, text: text.trim() }
    change.mutate(
      isReopening
        ? { ...message, action: 'reopen' }
        : { ...message, action: 'message', ...(proposal && { proposal }) },
      { onSuccess: onClose },
    )
  }
  return (
    <QueryForm
      label={t('entities.answerQueries.replyTo', { question: questionLabel(survey, question) })}
      submit={t(isReopening ? 'entities.answerQueries.reopen' : 'entities.answerQueries.send')}
      isSending={change.isPending}
      isDisabled={!isReady}
      onSend={send}
      onCancel={onClose}
    >
      <TextField
        ref={field}
        label={t(isReopening ? 'entities.answerQueries.whyReopen' : 'entities.answerQueries.reply')}
        value={text}
        onChange={setText}
        onSend={send}
      />
      {!isReopening &&
        canPropose(survey, question) &&
        (isProposing ? (
          <Suspense>
            <ProposalInput
              survey={survey}
              values={record.values}
              question={question}
              onChange={setProposal}
            />
          </Suspense>
        ) : (
          <Button type="link" className="query-propose" onClick={() => setProposing(true)}>
            {t('entities.answerQueries.propose')}
          </Button>
        ))}
    </QueryForm>
  )
}
