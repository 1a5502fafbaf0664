import { itemsOf } from '@baseline/contract/surveys/items-of.ts'
import type { Item, Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

type Choices = SurveyDefinition['choices']

const mergedChoices = (newer: Choices, older: Choices): Choices => {
  const merged: Choices = { ...older, ...newer }
  for (const [name, list] of Object.entries(newer)) {
    const known = new Set(list.map(({ value }) => value))
    merged[name] = [...list, ...(older[name] ?? []).filter(({ value }) => !known.has(value))]
  }
  return merged
}

/** Removes the conditions of a question from an older version: the questions in them may no longer exist. */
const bare = (question: Question): Question => {
  const { relevant: _relevant, constraint: _constraint, ...rest } = question
  return rest
}

const withMissing = (newer: SurveyDefinition, older: SurveyDefinition): Item[] => {
  const known = itemsOf(newer)
  const added = [...itemsOf(older).values()].flatMap(({ item, repeat }) =>
    item.kind === 'question' && !known.has(item.key) ? [{ question: bare(item), repeat }] : [],
  )
  const inside = (key: string | undefined) =>
    added.filter(({ repeat }) => repeat === key).map(({ question }) => question)
  const grown = (items: readonly Item[]): Item[] =>
    items.map((item) => {
      if (item.kind === 'repeat') return { ...item, items: [...item.items, ...inside(item.key)] }
      return item.kind === 'group' ? { ...item, items: grown(item.items) } : item
    })
  const gone = [...itemsOf(older).values()].flatMap(({ item }): Item[] =>
    item.kind === 'repeat' && !known.has(item.key)
      ? [{ kind: 'repeat', key: item.key, labels: item.labels, items: inside(item.key) }]
      : [],
  )
  return [...grown(newer.items), ...inside(undefined), ...gone]
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
      items: withMissing(union, survey),
      choices: mergedChoices(union.choices, survey.choices),
    }
  return union
}
