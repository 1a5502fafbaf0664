import { textIn } from './master.ts'
import type { Choice, Item, SurveyDefinition, Texts } from './master.ts'

/**
 * Returns the questionnaire with the texts of one language only, so that it is shown in that language and not in the
 * language of the user. A missing text is taken from the default language.
 */
export const inLanguage = (definition: SurveyDefinition, language: string): SurveyDefinition => {
  const only = (texts: Texts): Texts => {
    const text = texts[language] ?? textIn(texts, definition.defaultLanguage, definition)
    return text === undefined ? {} : { [language]: text }
  }
  const translateItem = (item: Item): Item => {
    const labels = only(item.labels)
    if (item.kind !== 'question') return { ...item, labels, items: item.items.map(translateItem) }
    return {
      ...item,
      labels,
      hints: item.hints && only(item.hints),
      requiredMessages: item.requiredMessages && only(item.requiredMessages),
      constraintMessages: item.constraintMessages && only(item.constraintMessages),
    }
  }
  const translateChoice = (choice: Choice): Choice => ({ ...choice, labels: only(choice.labels) })
  return {
    ...definition,
    defaultLanguage: language,
    choices: Object.fromEntries(
      Object.entries(definition.choices).map(([name, choices]) => [name, choices.map(translateChoice)]),
    ),
    items: definition.items.map(translateItem),
  }
}
