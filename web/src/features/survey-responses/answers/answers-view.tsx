import type { Answer } from '@baseline/contract/surveys/answers.ts'
import { hasAnswer, isAsked } from '@baseline/contract/surveys/master.ts'
import type { Item, Question, Repeat, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { validateForm } from '@baseline/contract/surveys/validate-answers.ts'
import type { FormState } from '@baseline/contract/surveys/validation-result.ts'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'

import { chosenLanguage, t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'
import { today } from '#platform/time.ts'

import { answerId, showAnswer } from './answer-anchor.ts'
import { labelIn } from './answer-texts.ts'
import { AnswerBefore, AnswerValue } from './answer-value.tsx'
import type { PhotoOf } from './answer-value.tsx'
import { blocksOf, questionsIn } from './outline.ts'
import { ScrolledSectionNav, minSections } from './section-nav.tsx'
import { answerOf, rowsOf } from './stored-answer.ts'
import { sectionId } from './use-current-section.ts'

import './answers.css'

/** Answers by question key, as stored on the server. */
type StoredValues = Readonly<Record<string, unknown>>

interface AnswersViewProps {
  survey: SurveyDefinition
  values: StoredValues
  /** Previous values of changed answers, by the key of the question or repeat. */
  before: StoredValues
  photoOf: PhotoOf
  /** Marks of answers, by the path of the answer: `age`, or `members.0.age`. */
  marks?: ReadonlyMap<string, ReactNode>
  /** The path of the answer to begin with. */
  opened?: string | undefined
}

interface ViewContext extends AnswersViewProps, FormState {}

/** Calculated answers without a label are steps of another calculation. */
const isViewed = (question: Question): boolean =>
  hasAnswer(question) && (isAsked(question) || Object.keys(question.labels).length > 0)

const isSame = (one: Answer | undefined, other: Answer | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

const SingleAnswers = ({ questions, context }: { questions: Question[]; context: ViewContext }) => {
  const { survey, values, before, photoOf, marks } = context
  const shownQuestions = questions.filter((question) => isViewed(question) && context.isShown(question.key))
  if (shownQuestions.length === 0) return null
  return (
    <dl className="answers">
      {shownQuestions.map((question) => (
        <div
          key={question.key}
          id={answerId(question.key)}
          tabIndex={-1}
          data-changed={question.key in before || undefined}
        >
          <dt>{context.fill(labelIn(survey, question), question.key)}</dt>
          <dd>
            <AnswerValue {...{ survey, question, photoOf, answer: answerOf(values[question.key]) }} />
            {question.key in before && (
              <AnswerBefore {...{ survey, question, photoOf, answer: answerOf(before[question.key]) }} />
            )}
            {marks?.get(question.key)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Table with one row per entry. On narrow screens the cells are stacked and labelled by `data-label`. */
const RepeatTable = ({ repeat, context }: { repeat: Repeat; context: ViewContext }) => {
  const { survey, values, before, photoOf, isShown, marks } = context
  const rows = rowsOf(values[repeat.key])
  const previous = repeat.key in before ? rowsOf(before[repeat.key]) : undefined
  const questions = questionsIn(repeat.items).filter(
    (question) => isViewed(question) && rows.some((_, row) => isShown(question.key, row)),
  )
  const label = labelIn(survey, repeat)
  return (
    <section className="answer-repeat" id={answerId(repeat.key)} tabIndex={-1}>
      <h3>{t('entities.surveyResponses.answers.rows', { label, count: rows.length })}</h3>
      {previous && previous.length !== rows.length && (
        <span className="answer-before">
          {t('entities.surveyResponses.answers.was', { value: previous.length })}
        </span>
      )}
      {rows.length === 0 ? (
        <Blank />
      ) : (
        // Focusable, so that the keyboard can scroll a table that is too wide.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="answer-table" role="region" aria-label={label} tabIndex={0}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t('entities.surveyResponses.answers.number')}</th>
                {questions.map((question) => (
                  <th key={question.key} scope="col">
                    {labelIn(survey, question)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((answers, row) => (
                // Rows have no id other than their index.
                // oxlint-disable-next-line react/no-array-index-key
                <tr key={row}>
                  <th scope="row">{row + 1}</th>
                  {questions.map((question) => {
                    const answer = answers[question.key]
                    const previousAnswer = previous?.[row]?.[question.key]
                    const isChanged =
                      previous !== undefined && row < previous.length && !isSame(answer, previousAnswer)
                    const path = `${repeat.key}.${String(row)}.${question.key}`
                    return (
                      <td
                        key={question.key}
                        id={answerId(path)}
                        tabIndex={-1}
                        data-label={labelIn(survey, question)}
                        data-changed={isChanged || undefined}
                      >
                        {isShown(question.key, row) && (
                          <AnswerValue {...{ survey, question, answer, photoOf }} />
                        )}
                        {isChanged && (
                          <AnswerBefore {...{ survey, question, photoOf, answer: previousAnswer }} />
                        )}
                        {marks?.get(path)}
                      </td>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  )
}

const Blocks = ({ items, context, depth }: { items: readonly Item[]; context: ViewContext; depth: 2 | 3 }) =>
  blocksOf(items).map((block) => {
    switch (block.kind) {
      case 'questions':
        return <SingleAnswers key={block.questions[0]?.key} questions={block.questions} context={context} />
      case 'repeat':
        return context.isShown(block.repeat.key) ? (
          <RepeatTable key={block.repeat.key} repeat={block.repeat} context={context} />
        ) : null
      case 'section': {
        const { group } = block
        if (!context.isShown(group.key)) return null
        const Heading = depth === 2 ? 'h2' : 'h3'
        return (
          <section key={group.key} className="answer-section" id={sectionId(group.key)}>
            <Heading {...(depth === 2 && { tabIndex: -1 })}>
              {context.fill(labelIn(context.survey, group), group.key)}
            </Heading>
            <Blocks items={group.items} context={context} depth={3} />
          </section>
        )
      }
    }
  })

/** Shows the answers of a response by section. Questions that were not relevant are left out. spec §3 */
export const AnswersView = (props: AnswersViewProps) => {
  const { survey, values, opened } = props
  useEffect(() => {
    if (opened !== undefined) showAnswer(opened)
  }, [opened])
  const form = useMemo(
    () =>
      validateForm(survey, values, {
        language: chosenLanguage(),
        today: today(0, survey.timeZone),
        partial: true,
      }).form,
    [survey, values],
  )
  const sections = survey.items.flatMap((item) =>
    item.kind === 'group' && form.isShown(item.key)
      ? [{ key: item.key, label: form.fill(labelIn(survey, item), item.key) }]
      : [],
  )
  const answers = (
    <div className="answers-view">
      <Blocks items={survey.items} context={{ ...props, ...form }} depth={2} />
    </div>
  )
  return sections.length < minSections ? (
    answers
  ) : (
    <div className="with-sections">
      <ScrolledSectionNav sections={sections} />
      {answers}
    </div>
  )
}
