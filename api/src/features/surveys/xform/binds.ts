import type { CompiledItem, CompiledQuestion } from '@baseline/contract/surveys/compile-survey.ts'
import type { Expression } from '@baseline/contract/surveys/expression/parse.ts'
import type { Texts } from '@baseline/contract/surveys/master.ts'

import { authorAttributes } from './author-attributes.ts'
import type { FormContext } from './form-context.ts'
import { parameterAttributes } from './parameters.ts'
import { absolutePath } from './paths.ts'
import { xformTypeOf } from './question-types.ts'
import { element } from './xml.ts'
import type { XmlElement } from './xml.ts'

const conditionOf = (
  form: FormContext,
  compiled: CompiledItem,
  field: 'relevant' | 'constraint' | 'requiredIf' | 'readOnly',
): string | undefined => {
  const expression = compiled[field]
  return expression && form.expressions(compiled, field).condition(expression)
}

const readOnlyOf = (form: FormContext, compiled: CompiledQuestion): string | undefined => {
  const isAsked = xformTypeOf(compiled.item).control !== undefined
  if (compiled.item.type === 'note' || (compiled.calculation && isAsked)) return 'true()'
  return conditionOf(form, compiled, 'readOnly')
}

const messageOf = (
  form: FormContext,
  compiled: CompiledItem,
  name: 'constraint' | 'required',
  texts: Texts | undefined,
): string | undefined =>
  texts &&
  form.translations.add(
    `${absolutePath(compiled)}:jr:${name}Msg`,
    [{ texts }],
    form.pathInText(compiled, `${name}_message`),
  )

/** Returns the path of a question. The log of events has a fixed place. */
const nodesetOf = (compiled: CompiledQuestion): string =>
  compiled.item.metadata === 'audit' ? '/data/meta/audit' : absolutePath(compiled)

const writeQuestion = (form: FormContext, compiled: CompiledQuestion): XmlElement => {
  const { item, calculation } = compiled
  const { data, bind } = xformTypeOf(item)
  const author = authorAttributes(item, (header) =>
    form.report(compiled, header.toLowerCase(), 'entities.surveys.phones.attribute', { name: header }),
  )
  return element('bind', {
    nodeset: nodesetOf(compiled),
    type: data,
    ...bind,
    ...parameterAttributes(item).bind,
    relevant: conditionOf(form, compiled, 'relevant'),
    required: item.required ? 'true()' : conditionOf(form, compiled, 'requiredIf'),
    readonly: readOnlyOf(form, compiled),
    constraint: conditionOf(form, compiled, 'constraint'),
    calculate: calculation && form.answer(compiled, 'calculation', calculation),
    'jr:constraintMsg': messageOf(form, compiled, 'constraint', item.constraintMessages),
    'jr:requiredMsg': messageOf(form, compiled, 'required', item.requiredMessages),
    ...author.bind,
  })
}

/** Writes the first answer of a question as an action, if it is an expression. */
export const writeDefault = (
  form: FormContext,
  compiled: CompiledQuestion,
  event: 'odk-instance-first-load' | 'odk-new-repeat',
): XmlElement[] => {
  if (!compiled.default) return []
  const value = form.answer(compiled, 'default', compiled.default)
  return [element('setvalue', { event, ref: absolutePath(compiled), value })]
}

const writeRows = (form: FormContext, compiled: CompiledItem, count: Expression): XmlElement => {
  const path = absolutePath(compiled).replace(/[^/]+$/, form.countKeyOf(compiled))
  const calculate = `int(${form.expressions(compiled, 'count').number(count)})`
  return element('bind', { nodeset: path, type: 'string', readonly: 'true()', calculate })
}

const writeSection = (form: FormContext, compiled: CompiledItem): XmlElement[] => {
  const relevant = conditionOf(form, compiled, 'relevant')
  return relevant === undefined ? [] : [element('bind', { nodeset: absolutePath(compiled), relevant })]
}

const isQuestion = (compiled: CompiledItem): compiled is CompiledQuestion => compiled.item.kind === 'question'

/** Writes the rules of all items: types, conditions, calculations and first answers. */
export const writeBinds = (form: FormContext): XmlElement[] =>
  [...form.compiled.items.values()].flatMap((compiled) => {
    if (!isQuestion(compiled))
      return [
        ...(compiled.count ? [writeRows(form, compiled, compiled.count)] : []),
        ...writeSection(form, compiled),
      ]
    const position = compiled.item.metadata === 'start-geopoint'
    return [
      writeQuestion(form, compiled),
      ...(position
        ? [element('odk:setgeopoint', { event: 'odk-instance-first-load', ref: absolutePath(compiled) })]
        : []),
      ...writeDefault(form, compiled, 'odk-instance-first-load'),
    ]
  })
