import { columnOf, columnsOf } from '@baseline/contract/surveys/choice-lists.ts'
import type { Choice, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { mediaForms } from './translations.ts'
import type { Translations } from './translations.ts'
import { element } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** Columns that every item has; others must be valid names of elements. */
const ownColumns = new Set(['name', 'label', 'itextId'])
const elementName = /^[A-Za-z_][\w.-]*$/

/** Returns the name of the element of a column; undefined if the column cannot be an element. */
export const elementOf = (column: string): string | undefined =>
  elementName.test(column) && !/^xml/i.test(column) ? column : undefined

/** Returns the ids of the instances. A name that XPath cannot quote gets another id. */
export const instanceIds = ({ choices }: SurveyDefinition): ReadonlyMap<string, string> =>
  new Map(
    Object.keys(choices).map((list, index) => [
      list,
      /^[\w.-]+$/.test(list) ? list : `list-${String(index)}`,
    ]),
  )

/** Whether the labels of a list need translations: several languages, files or references to answers. */
export const isTranslated = (choices: readonly Choice[], { languages }: SurveyDefinition): boolean =>
  (languages.length > 1 && choices.some(({ labels }) => Object.keys(labels).length > 1)) ||
  choices.some(({ labels, media }) => media || Object.values(labels).some((label) => label.includes('${')))

/**
 * Writes a list as an instance. Every item has every column, because a missing element is equal to nothing, not even
 * to a blank. `label` is in the default language: lookups return it, so that answers do not depend on the language.
 */
export const writeChoices = (
  survey: SurveyDefinition,
  id: string,
  choices: readonly Choice[],
  { translations, pathOf }: { translations: Translations; pathOf: (key: string) => string },
): XmlElement => {
  const columns = [...columnsOf(choices)].filter(
    (column) => !ownColumns.has(column) && elementOf(column) !== undefined,
  )
  const hasTranslations = isTranslated(choices, survey)
  const items = choices.map((choice, index) => {
    const textId = `${id}-${String(index)}`
    if (hasTranslations)
      translations.add(textId, [{ texts: choice.labels }, ...mediaForms(choice.media)], pathOf)
    return element('item', {}, [
      ...(hasTranslations ? [element('itextId', {}, [textId])] : []),
      element('name', {}, [choice.value]),
      element('label', {}, [columnOf(choice, 'label', survey)]),
      ...columns.map((column) => element(column, {}, textNodes(columnOf(choice, column, survey)))),
    ])
  })
  return element('instance', { id }, [element('root', {}, items)])
}

const textNodes = (text: string): string[] => (text === '' ? [] : [text])
