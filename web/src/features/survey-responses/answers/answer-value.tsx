import type { Answer } from '@baseline/contract/surveys/answers.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import type { ReactNode } from 'react'

import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'

import { Thumbnail } from '../photos/gallery.tsx'
import type { Photo } from '../photos/photo.ts'
import { answerText } from './answer-texts.ts'

/** Returns the photo of an answer, which is a file id or a URL. */
export type PhotoOf = (answer: string) => Photo | undefined

interface AnswerValueProps {
  survey: SurveyDefinition
  question: Question
  answer: Answer | undefined
  photoOf: PhotoOf
}

export const AnswerValue = ({ survey, question, answer, photoOf }: AnswerValueProps): ReactNode => {
  if (answer === undefined) return <Blank />
  if (question.type !== 'photo')
    return <span className="answer-text">{answerText(survey, question, answer)}</span>
  const photo = typeof answer === 'string' ? photoOf(answer) : undefined
  return photo ? (
    <Thumbnail photo={photo} />
  ) : (
    <span className="blank">{t('entities.surveyResponses.photos.missing')}</span>
  )
}

/** Shows the answer before the change. */
export const AnswerBefore = ({ survey, question, answer, photoOf }: AnswerValueProps) => (
  <span className="answer-before">
    {answer === undefined ? (
      t('entities.surveyResponses.answers.wasBlank')
    ) : question.type === 'photo' ? (
      <>
        {t('entities.surveyResponses.answers.was', { value: '' })}
        <AnswerValue survey={survey} question={question} answer={answer} photoOf={photoOf} />
      </>
    ) : (
      t('entities.surveyResponses.answers.was', { value: answerText(survey, question, answer) })
    )}
  </span>
)
