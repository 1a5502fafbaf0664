import { listOf } from '@baseline/contract/surveys/choice-lists.ts'
import { textIn } from '@baseline/contract/surveys/master.ts'
import type {
  Item,
  MetadataKind,
  Question,
  QuestionType,
  SurveyDefinition,
} from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'
import type { PlacedItem } from '@baseline/contract/surveys/survey-items.ts'

import { FormContext } from '../../../api/src/features/surveys/xform/form-context.ts'
import { instanceNameOf } from '../../../api/src/features/surveys/xform/meta.ts'
import { rowPath } from './compare-form.ts'
import type { Difference } from './compare-form.ts'
import type { FormReading, NodeState } from './in-page.ts'

/** How the engine names each type: the element in the form, and the type of its values. */
const typeNames: Readonly<Record<QuestionType, string>> = {
  text: 'input string',
  number: 'input decimal',
  integer: 'input int',
  date: 'input date',
  time: 'input time',
  dateTime: 'input dateTime',
  choice: 'select1 string',
  choices: 'select string',
  rank: 'rank string',
  range: 'range int',
  barcode: 'input barcode',
  acknowledge: 'trigger string',
  photo: 'upload binary',
  audio: 'upload binary',
  video: 'upload binary',
  file: 'upload binary',
  location: 'input geopoint',
  line: 'input geotrace',
  area: 'input geoshape',
  calculated: 'model-value string',
  hidden: 'model-value string',
  metadata: 'model-value string',
  note: 'note string',
}
const metadataNames: Readonly<Partial<Record<MetadataKind, string>>> = {
  start: 'model-value dateTime',
  end: 'model-value dateTime',
  today: 'model-value date',
  'start-geopoint': 'model-value geopoint',
  audit: 'model-value binary',
}

const sectionNames = { group: ['group'], repeat: ['repeat-range:uncontrolled', 'repeat-range:controlled'] }

const namesOf = (item: Item): readonly string[] => {
  if (item.kind !== 'question') return sectionNames[item.kind].map((name) => `${name} `)
  if (item.type === 'calculated') return [`model-value ${item.attributes?.['bind::type'] ?? 'string'}`]
  if (item.type === 'range') return ['range int', 'range decimal']
  const name = (item.metadata && metadataNames[item.metadata]) ?? typeNames[item.type]
  // For the engine, a text that no user can ever change is a note.
  const isNote = item.calculation !== undefined || item.readOnly === 'true()'
  return isNote ? [name, name.replace('input', 'note')] : [name]
}

/** Returns the path of an item in a new form, which has one row of each repeat. */
const pathOf = (placed: PlacedItem): string => rowPath(placed, 0)

type Aspects = Record<string, readonly [ours: unknown, engine: unknown]>

const compareBind = (
  form: FormContext,
  question: Question,
  { bind, value, relevant }: NodeState,
): Aspects => {
  const compiled = { ...form.get(question), item: question }
  const condition = (field: 'relevant' | 'constraint' | 'requiredIf' | 'readOnly'): string | undefined => {
    const expression = compiled[field]
    return expression && form.expressions(compiled, field).condition(expression)
  }
  const { calculation } = compiled
  const { default: constant } = question
  const hasConstant = constant !== undefined && !compiled.default && !calculation && relevant
  return {
    // Times also have seconds on a phone.
    ...(hasConstant && { default: [constant, value.slice(0, constant.length)] }),
    relevant: [condition('relevant'), bind['relevant']],
    constraint: [condition('constraint'), bind['constraint']],
    required: [question.required ? 'true()' : condition('requiredIf'), bind['required']],
    calculate: [calculation && form.answer(compiled, 'calculation', calculation), bind['calculate']],
    constraintMessage: [question.constraintMessages !== undefined, bind['jr:constraintMsg'] !== undefined],
    requiredMessage: [question.requiredMessages !== undefined, bind['jr:requiredMsg'] !== undefined],
  }
}

const hasReference = (text: string | undefined): boolean => text?.includes('${') ?? false

const compareTexts = (survey: SurveyDefinition, item: Item, language: string, node: NodeState): Aspects => {
  const label = textIn(item.labels, language, survey)
  const hint = item.kind === 'question' ? textIn(item.hints, language, survey) : undefined
  const isAsked = !node.type.startsWith('model-value')
  const list = item.kind === 'question' && !item.choiceFilter && !item.parameters ? listOf(item, survey) : []
  const choices = list.map((choice) => ({
    value: choice.value,
    label: textIn(choice.labels, language, survey) ?? choice.value,
  }))
  return {
    ...(isAsked && !hasReference(label) && { label: [label?.trim(), node.label?.trim()] }),
    ...(isAsked && !hasReference(hint) && { hint: [hint?.trim(), node.hint?.trim()] }),
    ...(choices.length > 0 &&
      !choices.some((choice) => hasReference(choice.label)) && { choices: [choices, node.choices] }),
  }
}

const isSame = (ours: unknown, engine: unknown): boolean =>
  JSON.stringify(ours ?? null) === JSON.stringify(engine ?? null)

/** Compares the names, types, rules and texts of a questionnaire with what the engine reads from its XForm. */
export const compareTree = (
  survey: SurveyDefinition,
  language: string,
  reading: FormReading,
): Difference[] => {
  const form = new FormContext(survey)
  const items = [...itemsOf(survey).values()]
  const paths = items.map(pathOf)
  const isCounted = ({ repeat }: PlacedItem): boolean => {
    const enclosing = repeat === undefined ? undefined : itemsOf(survey).get(repeat)?.item
    return enclosing?.kind === 'repeat' && enclosing.count !== undefined
  }
  const known = new Set(paths)
  const order = Object.keys(reading.nodes).filter(
    (path) => known.has(path) && !path.startsWith('/data/meta/'),
  )
  const expectedOrder = paths.filter((path) => order.includes(path))
  const differences: Difference[] = isSame(expectedOrder, order)
    ? []
    : [{ path: '/data', aspect: 'order', ours: expectedOrder, engine: order }]
  const instanceName = [
    instanceNameOf(form),
    reading.nodes['/data/meta/instanceName']?.bind['calculate'],
  ] as const
  if (!isSame(...instanceName))
    differences.push({
      path: '/data/meta/instanceName',
      aspect: 'calculate',
      ours: instanceName[0],
      engine: instanceName[1],
    })
  for (const placed of items) {
    const { item } = placed
    const path = pathOf(placed)
    const node = reading.nodes[path]
    if (!node && isCounted(placed)) continue
    if (!node) {
      differences.push({ path, aspect: 'exists', ours: true, engine: false })
      continue
    }
    const name = `${node.type} ${node.valueType}`
    const aspects: Aspects = {
      type: [namesOf(item).includes(name) ? name : namesOf(item), name],
      ...compareTexts(survey, item, language, node),
      ...(item.kind === 'question' && compareBind(form, item, node)),
    }
    for (const [aspect, [ours, engine]] of Object.entries(aspects))
      if (!isSame(ours, engine)) differences.push({ path, aspect, ours, engine })
  }
  return differences
}
