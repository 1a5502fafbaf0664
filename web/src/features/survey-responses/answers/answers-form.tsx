import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import type { Item, Question, Repeat } from '@baseline/contract/surveys/master.ts'
import { Button, Form } from 'antd'
import { memo, useId, useMemo } from 'react'
import type { ReactNode } from 'react'

import { t } from '#platform/i18n.ts'

import { labelIn, translate } from './answer-texts.ts'
import { pathOf } from './answers-store.ts'
import type { AnswersStore } from './answers-store.ts'
import { FormSections } from './form-sections.tsx'
import { blocksOf } from './outline.ts'
import { QuestionInput } from './question-input.tsx'
import { AnswersContext, useAnswersSelector, useAnswersStore } from './use-answers.tsx'
import type { KnownImages } from './use-answers.tsx'
import { sectionId } from './use-current-section.ts'

import './answers-form.css'

interface RepeatRow {
  key: string
  row: number
}

/** Returns the element id of an answer's field. */
const fieldId = (path: string): string => `answer-${path.replaceAll('.', '-')}`

/** Scrolls to the field of an answer and focuses it. */
export const focusAnswer = (path: string): void => {
  const frame = document.getElementById(`${fieldId(path)}-frame`)
  frame?.scrollIntoView({ block: 'center' })
  frame?.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
}

const Note = ({ question }: { question: Question }) => {
  const { survey } = useAnswersStore()
  return <p className="answer-note">{labelIn(survey, question)}</p>
}

const QuestionField = memo(
  ({ question, repeat, row }: { question: Question; repeat?: string; row?: number }) => {
    const store = useAnswersStore()
    const path = pathOf(question.key, repeat === undefined ? undefined : { key: repeat, row: row ?? 0 })
    const value = useAnswersSelector((answers) => answers.answerAt(path))
    const problem = useAnswersSelector((answers) => answers.problemAt(path))
    const isShown = useAnswersSelector((answers) => answers.isShown(question.key, row))
    const messageId = useId()
    const hintId = useId()
    if (!isShown) return null
    if (question.type === 'note') return <Note question={question} />
    const id = fieldId(path)
    const hint = translate(store.survey, question.hints)
    const describedBy = [hint && hintId, problem && messageId].filter(Boolean).join(' ') || undefined
    return (
      <div id={`${id}-frame`}>
        <Form.Item
          htmlFor={id}
          label={<span id={`${id}-label`}>{labelIn(store.survey, question)}</span>}
          required={question.required}
          extra={hint && <span id={hintId}>{hint}</span>}
          {...(problem && { validateStatus: 'error' as const, help: <span id={messageId}>{problem}</span> })}
        >
          <QuestionInput
            id={id}
            question={question}
            value={value}
            describedBy={describedBy}
            invalid={problem !== undefined}
            onChange={(next) => store.set(path, next)}
          />
        </Form.Item>
      </div>
    )
  },
)

const RepeatFields = ({ repeat }: { repeat: Repeat }) => {
  const store = useAnswersStore()
  const ids = useAnswersSelector((answers) => answers.rowIds(repeat.key))
  const isShown = useAnswersSelector((answers) => answers.isShown(repeat.key))
  const problem = useAnswersSelector((answers) => answers.problemAt(repeat.key))
  const titleId = useId()
  if (!isShown) return null
  const label = labelIn(store.survey, repeat)
  return (
    <section className="answer-rows" id={`${fieldId(repeat.key)}-frame`}>
      <h3>{t('entities.surveyResponses.answers.rows', { label, count: ids.length })}</h3>
      {ids.map((rowId, row) => (
        <div key={rowId} role="group" aria-labelledby={`${titleId}-${String(rowId)}`} className="answer-row">
          <div className="answer-row-head">
            <span id={`${titleId}-${String(rowId)}`}>
              {t('entities.surveyResponses.answers.row', { label, number: row + 1 })}
            </span>
            <Button
              size="small"
              icon={<DeleteOutlined aria-hidden="true" />}
              aria-label={t('entities.surveyResponses.answers.removeRow', { label, number: row + 1 })}
              onClick={() => store.removeRow(repeat.key, row)}
            >
              {t('entities.surveyResponses.answers.remove')}
            </Button>
          </div>
          <Fields items={repeat.items} repeatRow={{ key: repeat.key, row }} />
        </div>
      ))}
      {problem && (
        <p role="alert" className="answer-problem">
          {problem}
        </p>
      )}
      <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => store.addRow(repeat.key)}>
        {t('entities.surveyResponses.answers.addRow', { label })}
      </Button>
    </section>
  )
}

const Section = ({
  item,
  repeatRow,
}: {
  item: Item & { kind: 'group' }
  repeatRow: RepeatRow | undefined
}) => {
  const { survey } = useAnswersStore()
  const isShown = useAnswersSelector((answers) => answers.isShown(item.key, repeatRow?.row))
  if (!isShown) return null
  return (
    <section className="answer-fields" {...(!repeatRow && { id: sectionId(item.key) })}>
      {repeatRow ? <h4>{labelIn(survey, item)}</h4> : <h2 tabIndex={-1}>{labelIn(survey, item)}</h2>}
      <Fields items={item.items} repeatRow={repeatRow} />
    </section>
  )
}

const Fields = ({ items, repeatRow }: { items: readonly Item[]; repeatRow?: RepeatRow | undefined }) =>
  blocksOf(items).map((block) => {
    switch (block.kind) {
      case 'questions':
        return block.questions.map((question) => (
          <QuestionField
            key={question.key}
            question={question}
            {...(repeatRow && { repeat: repeatRow.key, row: repeatRow.row })}
          />
        ))
      case 'repeat':
        return <RepeatFields key={block.repeat.key} repeat={block.repeat} />
      case 'section':
        return <Section key={block.group.key} item={block.group} repeatRow={repeatRow} />
    }
  })

interface AnswersFormProps {
  store: AnswersStore
  images: KnownImages
  /** Section before the questionnaire, which the section list also links to. */
  leadingSection?: ReactNode
}

/** Form of a questionnaire. Questions appear and disappear with the answers. spec §5 */
export const AnswersForm = ({ store, images, leadingSection }: AnswersFormProps) => {
  const form = useMemo(() => ({ store, images }), [store, images])
  return (
    <AnswersContext value={form}>
      <div className="with-sections with-sections-after">
        <FormSections />
        <div>
          {leadingSection}
          <div className="answers-form">
            <Fields items={store.survey.items} />
          </div>
        </div>
      </div>
    </AnswersContext>
  )
}
