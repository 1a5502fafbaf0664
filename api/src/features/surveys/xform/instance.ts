import { isDynamicDefault } from '@baseline/contract/surveys/compile-survey.ts'
import type { Item, Question } from '@baseline/contract/surveys/master.ts'

import { authorAttributes } from './author-attributes.ts'
import type { FormContext } from './form-context.ts'
import { element } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** ODK's engines read times only with seconds. */
const constantOf = ({ type, default: text }: Question): string[] => {
  if (text === undefined || isDynamicDefault(text) || type === 'note') return []
  return [(type === 'time' || type === 'dateTime') && /^\S*\d\d:\d\d$/.test(text) ? `${text}:00.000` : text]
}

/** A new form has one row of a repeat, as pyxform writes it, unless an expression gives the number of rows. */
const writeRepeat = (form: FormContext, item: Item & { kind: 'repeat' }): XmlElement[] => {
  const compiled = form.get(item)
  const rows = writeItems(form, item.items)
  const template = element(item.key, { 'jr:template': '' }, rows)
  return compiled.count
    ? [element(form.countKeyOf(compiled)), template]
    : [template, element(item.key, {}, rows)]
}

const writeItem = (form: FormContext, item: Item): XmlElement[] => {
  const { instance } = authorAttributes(item, () => undefined)
  switch (item.kind) {
    case 'question':
      return item.metadata === 'audit' ? [] : [element(item.key, instance, constantOf(item))]
    case 'group':
      return [element(item.key, instance, writeItems(form, item.items))]
    case 'repeat':
      return writeRepeat(form, item)
  }
}

/** Writes the elements of a new submission, with constant first answers. */
export const writeItems = (form: FormContext, items: readonly Item[]): XmlElement[] =>
  items.flatMap((item) => writeItem(form, item))
