import { fileKindOf } from '@baseline/contract/storage/folders.ts'
import type { Answer } from '@baseline/contract/surveys/answers.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { isShape, pointsOf } from '@baseline/contract/surveys/shapes.ts'
import type { ReactNode } from 'react'

import { MediaPlayer } from '#platform/form/media-player.tsx'
import { t } from '#platform/i18n.ts'
import { Blank } from '#platform/list/columns.tsx'

import { Shape } from '../map/shape.tsx'
import { Thumbnail } from '../photos/gallery.tsx'
import type { Photo } from '../photos/photo.ts'
import { answerText } from './answer-texts.ts'

/** Returns the photo or other file of an answer, which is a file id or a URL. */
export type PhotoOf = (answer: string) => Photo | undefined

interface AnswerValueProps {
  survey: SurveyDefinition
  question: Question
  answer: Answer | undefined
  photoOf: PhotoOf
}

export const AnswerValue = ({ survey, question, answer, photoOf }: AnswerValueProps): ReactNode => {
  if (answer === undefined) return <Blank />
  const kind = fileKindOf(question.type)
  const text = <span className="answer-text">{answerText(survey, question, answer)}</span>
  if (isShape(answer))
    return (
      <span className="answer-shape">
        {text}
        <Shape kind={answer.type === 'Polygon' ? 'area' : 'line'} points={pointsOf(answer)} />
      </span>
    )
  if (!kind) return text
  const file = typeof answer === 'string' ? photoOf(answer) : undefined
  if (kind === 'photo' || (file && 'href' in file))
    return file ? (
      <Thumbnail photo={file} />
    ) : (
      <span className="blank">{t('entities.surveyResponses.photos.missing')}</span>
    )
  return file ? (
    <MediaPlayer kind={kind} url={file.src} name={file.name} />
  ) : (
    <span className="blank">{t('entities.surveyResponses.photos.fileMissing')}</span>
  )
}

/** Shows the answer before the change. */
export const AnswerBefore = ({ survey, question, answer, photoOf }: AnswerValueProps) => (
  <span className="answer-before">
    {answer === undefined ? (
      t('entities.surveyResponses.answers.wasBlank')
    ) : fileKindOf(question.type) ? (
      <>
        {t('entities.surveyResponses.answers.was', { value: '' })}
        <AnswerValue survey={survey} question={question} answer={answer} photoOf={photoOf} />
      </>
    ) : (
      t('entities.surveyResponses.answers.was', { value: answerText(survey, question, answer) })
    )}
  </span>
)
