import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { useEffect, useId, useMemo, useRef, useState } from 'react'

import { useUnsaved } from '#platform/form/unsaved.ts'
import { t } from '#platform/i18n.ts'

import { pathsOf } from '../answers/answer-paths.ts'
import type { ChoiceText } from '../answers/answer-texts.ts'
import { ChoiceSelect } from '../answers/choice-select.tsx'
import { textOfValue, valueAt } from '../answers/value-text.ts'
import { questionLabel } from '../view/history-texts.ts'
import { QueryForm } from './query-form.tsx'
import { TextField } from './text-field.tsx'
import { useChangeQuery } from './use-answer-queries.ts'

interface NewQueryFormProps {
  record: SurveyResponse
  survey: SurveyDefinition
  /** The selected answer. Without one, the form asks for it. */
  question?: string | undefined
  onClose: () => void
}

const choicesOf = (survey: SurveyDefinition, values: SurveyResponse['values']): ChoiceText[] =>
  pathsOf(survey, values).map((path) => ({
    value: path,
    label: `${questionLabel(survey, path)}: ${textOfValue(survey, path, valueAt(values, path))}`,
  }))

/** Asks what should be checked about an answer. */
export const NewQueryForm = ({ record, survey, question, onClose }: NewQueryFormProps) => {
  const id = useId()
  const field = useRef<{ focus: () => void }>(null)
  const [chosen, setChosen] = useState(question)
  const [text, setText] = useState('')
  const change = useChangeQuery(record.id)
  const { values } = record
  const choices = useMemo(() => choicesOf(survey, values), [survey, values])
  useUnsaved(() => text.trim() !== '')
  useEffect(() => {
    if (question === undefined) document.getElementById(id)?.focus()
    else field.current?.focus()
  }, [id, question])
  const isReady = chosen !== undefined && text.trim() !== ''
  const send = () => {
    if (!isReady || change.isPending) return
    change.mutate({ action: 'open', question: chosen, text: text.trim() }, { onSuccess: onClose })
  }
  return (
    <QueryForm
      label={
        chosen === undefined
          ? t('entities.answerQueries.open')
          : t('entities.answerQueries.newOn', { question: questionLabel(survey, chosen) })
      }
      submit={t('entities.answerQueries.open')}
      isSending={change.isPending}
      isDisabled={!isReady}
      onSend={send}
      onCancel={onClose}
    >
      {question === undefined && (
        <>
          <label htmlFor={id}>{t('entities.answerQueries.choose')}</label>
          <ChoiceSelect
            id={id}
            placeholder={t('entities.answerQueries.chooseHint')}
            value={chosen ?? null}
            choices={choices}
            onChange={(path) => {
              setChosen(String(path))
              field.current?.focus()
            }}
          />
        </>
      )}
      <TextField
        ref={field}
        label={t('entities.answerQueries.text')}
        value={text}
        onChange={setText}
        onSend={send}
      />
    </QueryForm>
  )
}
