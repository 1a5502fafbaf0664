import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { isAsked } from '@baseline/contract/surveys/master.ts'
import type { Item, Question, Repeat } from '@baseline/contract/surveys/master.ts'
import { Button, Form } from 'antd'
import { memo, useId, useMemo } from 'react'
import type { ReactNode } from 'react'
import { flushSync } from 'react-dom'

import { SaveHold, useHold, useHolds } from '#platform/form/save-hold.ts'
import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'

import { answerText, labelIn, translate } from './answer-texts.ts'
import { pathOf } from './answers-store.ts'
import type { AnswersStore } from './answers-store.ts'
import { findPage, formOutline, keysIn } from './form-pages.ts'
import type { FormPart } from './form-pages.ts'
import { FormSections, recordSection, titleOf, useShownParts } from './form-sections.tsx'
import { blocksOf } from './outline.ts'
import { Pager } from './pager.tsx'
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

const pageId = (key: string): string => `page-${key}`

const focusable = 'input, textarea, button'

/** Opens the page of an answer, scrolls to its field and focuses it. */
export const focusAnswer = (store: AnswersStore, path: string): void => {
  const page = findPage(store.survey, path)
  if (page && page.key !== store.page()) flushSync(() => store.openPage(page.key))
  const frame = document.getElementById(`${fieldId(path)}-frame`)
  frame?.scrollIntoView({ block: 'center' })
  frame?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true })
}

/** Opens a page and focuses its first problem, or its first field: the user continues with the keyboard. */
const focusPage = (store: AnswersStore, key: string): void => {
  flushSync(() => store.openPage(key))
  const part = formOutline(store.survey).parts.find((one) => one.key === key)
  const problem = part && store.firstProblem(keysIn(part))
  if (problem !== undefined) {
    focusAnswer(store, problem)
    return
  }
  const page = document.getElementById(pageId(key))
  page?.scrollIntoView({ block: 'start' })
  page?.querySelector<HTMLElement>(focusable)?.focus({ preventScroll: true })
}

const hintIn = ({ survey }: AnswersStore, { hints }: Question): string => translate(survey, hints) ?? ''

/** Returns the label of an item, with the answers that it refers to. */
const useLabel = (item: Item, row?: number): string =>
  useAnswersSelector((store) => store.fill(labelIn(store.survey, item), item.key, row))

interface TextProps {
  question: Question
  row: number | undefined
}

const Note = ({ question, row }: TextProps) => <p className="answer-note">{useLabel(question, row)}</p>

/** Separate components: an answer in a text renders the text again, but not the field. */
const Label = ({ question, row }: TextProps) => useLabel(question, row)
const Hint = ({ question, row }: TextProps) =>
  useAnswersSelector((store) => store.fill(hintIn(store, question), question.key, row))

const ReadOnlyAnswer = ({ question, path }: { question: Question; path: string }) => {
  const { survey } = useAnswersStore()
  const answer = useAnswersSelector((store) => store.resultAt(path))
  return answer === undefined ? (
    <Blank />
  ) : (
    <span className="answer-text">{answerText(survey, question, answer)}</span>
  )
}

const QuestionField = memo(
  ({ question, repeat, row }: { question: Question; repeat?: string; row?: number }) => {
    const store = useAnswersStore()
    const path = pathOf(question.key, repeat === undefined ? undefined : { key: repeat, row: row ?? 0 })
    const value = useAnswersSelector((answers) => answers.answerAt(path))
    const problem = useAnswersSelector((answers) => answers.problemAt(path))
    const isShown = useAnswersSelector((answers) => answers.isShown(question.key, row))
    const isRequired = useAnswersSelector((answers) => answers.isRequired(question.key, row))
    const isReadOnly = useAnswersSelector((answers) => answers.isReadOnly(question.key, row))
    const hasHint = hintIn(store, question) !== ''
    const messageId = useId()
    const hintId = useId()
    if (!isShown || !isAsked(question)) return null
    if (question.type === 'note') return <Note question={question} row={row} />
    const id = fieldId(path)
    const describedBy = [hasHint && hintId, problem && messageId].filter(Boolean).join(' ') || undefined
    return (
      <div id={`${id}-frame`}>
        <Form.Item
          htmlFor={id}
          label={
            <span id={`${id}-label`}>
              <Label question={question} row={row} />
            </span>
          }
          required={isRequired}
          extra={
            hasHint && (
              <span id={hintId}>
                <Hint question={question} row={row} />
              </span>
            )
          }
          {...(problem && { validateStatus: 'error' as const, help: <span id={messageId}>{problem}</span> })}
        >
          {isReadOnly ? (
            <ReadOnlyAnswer question={question} path={path} />
          ) : (
            <QuestionInput
              id={id}
              question={question}
              row={row}
              value={value}
              describedBy={describedBy}
              invalid={problem !== undefined}
              onChange={(next) => store.set(path, next)}
            />
          )}
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
  const label = useLabel(repeat)
  if (!isShown) return null
  // The questionnaire says how many rows there are.
  const isCounted = repeat.count !== undefined
  return (
    <section className="answer-rows" id={`${fieldId(repeat.key)}-frame`}>
      <h3>{t('entities.surveyResponses.answers.rows', { label, count: ids.length })}</h3>
      {ids.map((rowId, row) => (
        <div key={rowId} role="group" aria-labelledby={`${titleId}-${String(rowId)}`} className="answer-row">
          <div className="answer-row-head">
            <span id={`${titleId}-${String(rowId)}`}>
              {t('entities.surveyResponses.answers.row', { label, number: row + 1 })}
            </span>
            {!isCounted && (
              <Button
                size="small"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={t('entities.surveyResponses.answers.removeRow', { label, number: row + 1 })}
                onClick={() => store.removeRow(repeat.key, row)}
              >
                {t('entities.surveyResponses.answers.remove')}
              </Button>
            )}
          </div>
          <Fields items={repeat.items} repeatRow={{ key: repeat.key, row }} />
        </div>
      ))}
      {problem && (
        <p role="alert" className="answer-problem">
          {problem}
        </p>
      )}
      {!isCounted && (
        <Button icon={<PlusOutlined aria-hidden="true" />} onClick={() => store.addRow(repeat.key)}>
          {t('entities.surveyResponses.answers.addRow', { label })}
        </Button>
      )}
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
  const isShown = useAnswersSelector((answers) => answers.isShown(item.key, repeatRow?.row))
  const label = useLabel(item, repeatRow?.row)
  if (!isShown) return null
  return (
    <section className="answer-fields" {...(!repeatRow && { id: sectionId(item.key) })}>
      {repeatRow ? <h4>{label}</h4> : <h2 tabIndex={-1}>{label}</h2>}
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

interface PageProps {
  id: string
  isOpen: boolean
  children: ReactNode
}

/** A closed page stays in the document only while a file of it is uploaded. */
const Page = ({ id, isOpen, children }: PageProps) => {
  const { reason, hold } = useHolds()
  useHold(reason)
  if (!isOpen && reason === undefined) return null
  return (
    <SaveHold value={hold}>
      <div id={id} hidden={!isOpen}>
        {children}
      </div>
    </SaveHold>
  )
}

/** A part of a section, or questions outside sections. A whole section has its own heading. */
const PartFields = ({ part }: { part: FormPart }) => {
  const title = useAnswersSelector((store) => titleOf(store, part))
  return (
    <section className="answer-fields" aria-label={title}>
      <h2>{title}</h2>
      <Fields items={part.items} />
    </section>
  )
}

/** One page of the form at a time. The fields of the record are always in the document, to be validated. */
const Pages = ({ leadingSection }: { leadingSection: ReactNode }) => {
  const store = useAnswersStore()
  const parts = useShownParts()
  const requestedPage = useAnswersSelector(({ page }) => page())
  const keys = [...(leadingSection === undefined ? [] : [recordSection]), ...parts.map(({ key }) => key)]
  // A page that was hidden by an answer is not open any more.
  const current = keys.find((key) => key === requestedPage) ?? keys[0]
  return (
    <div>
      {leadingSection !== undefined && (
        <div id={pageId(recordSection)} hidden={current !== recordSection}>
          {leadingSection}
        </div>
      )}
      <div className="answers-form">
        {parts.map((part) => (
          <Page key={part.key} id={pageId(part.key)} isOpen={part.key === current}>
            {part.section === part.items[0] ? <Fields items={part.items} /> : <PartFields part={part} />}
          </Page>
        ))}
      </div>
      <Pager keys={keys} current={current} onOpen={(key) => focusPage(store, key)} />
    </div>
  )
}

interface AnswersFormProps {
  store: AnswersStore
  images: KnownImages
  /** Section before the questionnaire, which the section list also links to. */
  leadingSection?: ReactNode
  /** Nothing is stored, so files cannot be added. */
  isPreview?: boolean
}

/** Form of a questionnaire. Questions appear and disappear with the answers. spec §5 */
export const AnswersForm = ({ store, images, leadingSection, isPreview = false }: AnswersFormProps) => {
  const form = useMemo(() => ({ store, images, isPreview }), [store, images, isPreview])
  const { isPaged } = formOutline(store.survey)
  return (
    <AnswersContext value={form}>
      <div className="with-sections with-sections-after">
        <FormSections hasRecord={leadingSection !== undefined} onOpenPage={(key) => focusPage(store, key)} />
        {isPaged ? (
          <Pages leadingSection={leadingSection} />
        ) : (
          <div>
            {leadingSection}
            <div className="answers-form">
              <Fields items={store.survey.items} />
            </div>
          </div>
        )}
      </div>
    </AnswersContext>
  )
}
