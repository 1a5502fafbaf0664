import type { Answer, Location } from '@baseline/contract/surveys/answers.ts'
import { choicesWith, listOf } from '@baseline/contract/surveys/choice-lists.ts'
import { textIn } from '@baseline/contract/surveys/master.ts'
import type { Choice, Item, Question, SurveyDefinition, Texts } from '@baseline/contract/surveys/master.ts'
import { isShape, pointsOf } from '@baseline/contract/surveys/shapes.ts'

import { chosenLanguage, t } from '#platform/i18n.ts'

import { isPlace } from './stored-answer.ts'

/** Returns the text in the chosen language if the questionnaire has it, otherwise in its default language. */
export const translate = (survey: SurveyDefinition, texts: Texts | undefined): string | undefined =>
  textIn(texts, chosenLanguage(), survey)

export const labelIn = (survey: SurveyDefinition, item: Item): string =>
  translate(survey, item.labels) ?? item.key

export interface ChoiceText {
  value: string
  label: string
}

/** Returns the texts of choices. */
export const choiceTexts = (survey: SurveyDefinition, choices: readonly Choice[]): ChoiceText[] =>
  choices.map(({ value, labels }) => ({ value, label: translate(survey, labels) ?? value }))

/** Six decimals are about 10 cm on the ground; more would suggest a false precision. */
export const formatCoordinates = ({
  latitude,
  longitude,
}: Pick<Location, 'latitude' | 'longitude'>): string => `${latitude.toFixed(6)}, ${longitude.toFixed(6)}`

const placeText = (place: Location): string =>
  place.accuracy === undefined
    ? formatCoordinates(place)
    : `${formatCoordinates(place)} ± ${String(Math.round(place.accuracy))} m`

/** Formats an answer for display. Numbers are not grouped: 1984 may be a year. */
export const answerText = (survey: SurveyDefinition, question: Question, answer: Answer): string => {
  if (isPlace(answer)) return placeText(answer)
  if (isShape(answer)) return t('entities.surveyResponses.answers.points', { count: pointsOf(answer).length })
  const values = Array.isArray(answer) ? answer : [String(answer)]
  if (question.type === 'dateTime') return values.join(', ').slice(0, 16).replace('T', ' ')
  if (question.list === undefined) return values.join(', ')
  const list = listOf(question, survey)
  const labelOf = (value: string): string =>
    translate(survey, choicesWith(list, 'name', value, survey)[0]?.labels) ?? value
  return values.map(labelOf).join(', ')
}
