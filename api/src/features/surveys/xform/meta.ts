import type { CompiledItem, CompiledQuestion } from '@baseline/contract/surveys/compile-survey.ts'
import { parseExpression } from '@baseline/contract/surveys/expression/parse.ts'
import type { Expression } from '@baseline/contract/surveys/expression/parse.ts'
import { ExpressionError } from '@baseline/contract/surveys/expression/problem.ts'

import type { FormContext } from './form-context.ts'
import { absolutePath } from './paths.ts'
import { element } from './xml.ts'
import type { XmlElement } from './xml.ts'
import { literal } from './xpath.ts'

/** Name of the element for data about the submission. */
const metaKey = 'meta'

const textOf = ({ item }: CompiledItem, path: string): string =>
  item.kind === 'question' && item.type === 'choice' ? `jr:choice-name(${path}, ${literal(path)})` : path

/** The element with the name of an interview, as an item outside of all repeats that no question refers to. */
const nameItem: CompiledQuestion = {
  item: {
    kind: 'question',
    key: 'meta/instanceName',
    type: 'calculated',
    labels: {},
    required: false,
    personal: false,
  },
  parent: undefined,
  repeat: undefined,
  keepsResult: false,
}

/** Versions that were loaded earlier can have a name that is no expression. */
const parseName = (source: string): Expression | undefined => {
  try {
    return parseExpression(source)
  } catch (error) {
    if (error instanceof ExpressionError) return undefined
    throw error
  }
}

/** Returns the name of an interview in the lists of Collect: the author's, else village and household. */
export const instanceNameOf = (form: FormContext): string | undefined => {
  const { compiled, survey } = form
  const expression = survey.instanceName === undefined ? undefined : parseName(survey.instanceName)
  if (expression) return form.answer(nameItem, 'calculation', expression)
  const questions = [...compiled.items.values()].filter(
    ({ item }) => item.kind === 'question' && (item.feeds === 'village' || item.feeds === 'householdName'),
  )
  if (questions.length === 0) return undefined
  const texts = questions.map((question) => textOf(question, absolutePath(question)))
  return texts.length === 1 ? texts[0] : `normalize-space(concat(${texts.join(`, ' ', `)}))`
}

const hasAudit = ({ compiled }: FormContext): boolean =>
  [...compiled.items.values()].some(({ item }) => item.kind === 'question' && item.metadata === 'audit')

/** Writes the elements with data about the submission, and their rules. */
export const writeMeta = (form: FormContext): { instance: XmlElement; binds: XmlElement[] } => {
  for (const compiled of form.compiled.items.values())
    if (compiled.item.key === metaKey && !compiled.parent)
      form.report(compiled, 'name', 'entities.surveys.phones.meta')
  const instanceName = instanceNameOf(form)
  return {
    instance: element(metaKey, {}, [
      ...(hasAudit(form) ? [element('audit')] : []),
      element('instanceID'),
      ...(instanceName === undefined ? [] : [element('instanceName')]),
    ]),
    binds: [
      element('bind', {
        nodeset: '/data/meta/instanceID',
        type: 'string',
        readonly: 'true()',
        'jr:preload': 'uid',
      }),
      ...(instanceName === undefined
        ? []
        : [element('bind', { nodeset: '/data/meta/instanceName', type: 'string', calculate: instanceName })]),
    ],
  }
}
