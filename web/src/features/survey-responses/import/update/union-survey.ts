import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

type Choices = SurveyDefinition['choices']

const mergeChoices = (newer: Choices, older: Choices): Choices => {
  const choices: Choices = { ...older, ...newer }
  for (const [name, list] of Object.entries(newer)) {
    const newerValues = new Set(list.map(({ value }) => value))
    choices[name] = [...list, ...(older[name] ?? []).filter(({ value }) => !newerValues.has(value))]
  }
  return choices
}

/** Removes the conditions of a question from an older version: the questions in them may no longer exist. */
const removeConditions = (question: Question): Question => {
  const {
    relevant: _relevant,
    constraint: _constraint,
    calculation: _calculation,
    default: _default,
    readOnly: _readOnly,
    requiredIf: _requiredIf,
    choiceFilter: _choiceFilter,
    ...rest
  } = question
  return rest
}

const addMissingItems = (newer: SurveyDefinition, older: SurveyDefinition): Item[] => {
  const newerItems = itemsOf(newer)
  const addedQuestions = [...itemsOf(older).values()].flatMap(({ item, repeat }) =>
    item.kind === 'question' && !newerItems.has(item.key)
      ? [{ question: removeConditions(item), repeat }]
      : [],
  )
  const questionsIn = (key: string | undefined) =>
    addedQuestions.filter(({ repeat }) => repeat === key).map(({ question }) => question)
  const addQuestions = (items: readonly Item[]): Item[] =>
    items.map((item) => {
      if (item.kind === 'repeat') return { ...item, items: [...item.items, ...questionsIn(item.key)] }
      return item.kind === 'group' ? { ...item, items: addQuestions(item.items) } : item
    })
  const removedRepeats = [...itemsOf(older).values()].flatMap(({ item }): Item[] =>
    item.kind === 'repeat' && !newerItems.has(item.key)
      ? [{ kind: 'repeat', key: item.key, labels: item.labels, items: questionsIn(item.key) }]
      : [],
  )
  return [...addQuestions(newer.items), ...questionsIn(undefined), ...removedRepeats]
}

/** Merges the questions and choices of all versions, newest first. Exports have columns for all of them. */
export const unionSurvey = ([latest, ...older]: readonly [
  SurveyDefinition,
  ...SurveyDefinition[],
]): SurveyDefinition => {
  let union = latest
  for (const survey of older)
    union = {
      ...union,
      items: addMissingItems(union, survey),
      choices: mergeChoices(union.choices, survey.choices),
    }
  return union
}
