import type { CompiledItem } from '@baseline/contract/surveys/compile-survey.ts'
import type { Item, Question } from '@baseline/contract/surveys/master.ts'

import { authorAttributes } from './author-attributes.ts'
import { writeDefault } from './binds.ts'
import type { FormContext } from './form-context.ts'
import { parameterAttributes, readParameters } from './parameters.ts'
import { absolutePath } from './paths.ts'
import { xformTypeOf } from './question-types.ts'
import { mediaForms } from './translations.ts'
import { element } from './xml.ts'
import type { XmlElement } from './xml.ts'
import { literal } from './xpath.ts'

const writeLabel = (form: FormContext, compiled: CompiledItem): XmlElement[] => {
  const { labels, media } = compiled.item
  const forms = [...(Object.keys(labels).length > 0 ? [{ texts: labels }] : []), ...mediaForms(media)]
  if (forms.length === 0) return []
  const ref = form.translations.add(
    `${absolutePath(compiled)}:label`,
    forms,
    form.pathInText(compiled, 'label'),
  )
  return [element('label', { ref })]
}

const writeHint = (
  form: FormContext,
  compiled: CompiledItem,
  { hints, guidanceHints }: Question,
): XmlElement[] => {
  const forms = [
    ...(hints ? [{ texts: hints }] : []),
    ...(guidanceHints ? [{ form: 'guidance', texts: guidanceHints }] : []),
  ]
  if (forms.length === 0) return []
  const ref = form.translations.add(
    `${absolutePath(compiled)}:hint`,
    forms,
    form.pathInText(compiled, 'hint'),
  )
  return [element('hint', { ref })]
}

const writeItemset = (
  form: FormContext,
  compiled: CompiledItem,
  { list, parameters }: Question,
): XmlElement[] => {
  if (list === undefined) return []
  const { choiceFilter } = compiled
  const filter = choiceFilter ? `[${form.expressions(compiled, 'choiceFilter').condition(choiceFilter)}]` : ''
  const nodeset = `instance(${literal(form.instanceIds.get(list) ?? list)})/root/item${filter}`
  const values = readParameters(parameters)
  const seed = values.get('seed')
  const shuffled = `randomize(${nodeset}${seed === undefined ? '' : `, ${form.fillPaths(seed)}`})`
  return [
    element('itemset', { nodeset: values.get('randomize') === 'true' ? shuffled : nodeset }, [
      element('value', { ref: 'name' }),
      element('label', { ref: form.usesTranslations(list) ? 'jr:itext(itextId)' : 'label' }),
    ]),
  ]
}

const appearanceOf = (form: FormContext, { item }: CompiledItem): string | undefined =>
  item.appearance === undefined ? undefined : form.fillPaths(item.appearance)

const controlAttributes = (form: FormContext, item: Item): Record<string, string> =>
  Object.fromEntries(
    Object.entries(authorAttributes(item, () => undefined).control).map(([name, value]) => [
      name,
      form.fillPaths(value),
    ]),
  )

const writeQuestion = (form: FormContext, compiled: CompiledItem, question: Question): XmlElement[] => {
  const { control, attributes } = xformTypeOf(question)
  if (control === undefined) return []
  if (/\bsearch\s*\(/.test(question.appearance ?? ''))
    form.report(compiled, 'appearance', 'entities.surveys.phones.search')
  return [
    element(
      control,
      {
        ref: absolutePath(compiled),
        ...attributes,
        appearance: appearanceOf(form, compiled),
        ...parameterAttributes(question).control,
        ...controlAttributes(form, question),
      },
      [
        ...writeLabel(form, compiled),
        ...writeHint(form, compiled, question),
        ...writeItemset(form, compiled, question),
      ],
    ),
  ]
}

const writeRepeat = (
  form: FormContext,
  compiled: CompiledItem,
  item: Item & { kind: 'repeat' },
): XmlElement => {
  const path = absolutePath(compiled)
  const questions = form.compiled.questionsByRepeat.get(item.key) ?? []
  const defaults = questions.flatMap((inner) => writeDefault(form, inner, 'odk-new-repeat'))
  const rows = element(
    'repeat',
    {
      nodeset: path,
      'jr:count': compiled.count && path.replace(/[^/]+$/, form.countKeyOf(compiled)),
      appearance: appearanceOf(form, compiled),
      ...controlAttributes(form, item),
    },
    [...writeBody(form, item.items), ...defaults],
  )
  return element('group', { ref: path }, [...writeLabel(form, compiled), rows])
}

const writeGroup = (
  form: FormContext,
  compiled: CompiledItem,
  item: Item & { kind: 'group' },
): XmlElement[] => {
  const content = writeBody(form, item.items)
  if (content.length === 0) return []
  const attributes = {
    ref: absolutePath(compiled),
    appearance: appearanceOf(form, compiled),
    ...controlAttributes(form, item),
  }
  return [element('group', attributes, [...writeLabel(form, compiled), ...content])]
}

/** Writes what a user sees: questions in their groups and repeats. */
export const writeBody = (form: FormContext, items: readonly Item[]): XmlElement[] =>
  items.flatMap((item) => {
    const compiled = form.get(item)
    switch (item.kind) {
      case 'question':
        return writeQuestion(form, compiled, item)
      case 'group':
        return writeGroup(form, compiled, item)
      case 'repeat':
        return [writeRepeat(form, compiled, item)]
    }
  })
