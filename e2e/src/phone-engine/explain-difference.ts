import { compileSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { itemsOf } from '@baseline/contract/surveys/survey-items.ts'

import type { FormReading, NodeState } from './in-page.ts'

const keyOf = (path: string): string =>
  path
    .split('/')
    .at(-1)
    ?.replace(/\[\d+\]$/, '') ?? ''

/**
 * Returns the path that pyxform gives a question whose name is not unique: ours has the name of its section before it
 * or, in a loop, the name of its choice after it.
 */
const originalPath = (path: string): string => {
  const own = path.split('/')
  const original: string[] = []
  for (const [index, segment] of own.entries()) {
    const parent = own[index - 1] ?? ''
    const choice = original[index - 1] ?? ''
    if (parent !== '' && segment.startsWith(`${parent}_`)) original.push(segment.slice(parent.length + 1))
    else if (choice !== parent && segment.endsWith(`_${choice}`))
      original.push(segment.slice(0, -choice.length - 1))
    else original.push(segment)
  }
  return original.join('/')
}

/** Our XForm writes times as answers have them, without seconds and time zone. */
const minutesOf = (text: string): string =>
  text.replaceAll(/(T\d\d:\d\d):\d\d\.\d{3}(?:[+-]\d\d:\d\d|Z)/g, '$1')

type Nodes = FormReading['nodes']

/** Whether a path that only one XForm has belongs to a question with another name in the other one. */
const isRenamed = (path: string, own: Nodes, other: Nodes): boolean => {
  if (own[path]) return other[originalPath(path)] !== undefined && own[originalPath(path)] === undefined
  return Object.keys(own).some((ownPath) => other[ownPath] === undefined && originalPath(ownPath) === path)
}

/** A question in both XForms. */
interface Compared {
  survey: SurveyDefinition
  item: Question
  own: NodeState
  other: NodeState
}

const reasons: Readonly<Record<string, (compared: Compared) => boolean>> = {
  'a random result': ({ survey, item }) => compileSurvey(survey).items.get(item.key)?.keepsResult ?? false,
  'bind::jr:preload': ({ item }) =>
    item.metadata !== undefined && item.attributes?.['bind::jr:preload'] !== undefined,
  'a typographic quotation mark in a name': ({ own }) =>
    own.choices?.some(({ value }) => /[‘’“”]/.test(value)) ?? false,
  'a required note': ({ item, other }) => item.type === 'note' && other.required,
  select_one_external: ({ item, other }) =>
    item.list !== undefined && item.list.endsWith('_external') && other.choices === null,
}

const explainState = (
  survey: SurveyDefinition,
  path: string,
  own: NodeState,
  other: NodeState,
): string | undefined => {
  if (own.value !== other.value && minutesOf(own.value) === minutesOf(other.value)) return 'now() in minutes'
  const item = itemsOf(survey).get(keyOf(path))?.item
  if (item?.kind === 'group' && other.required) return 'a required group'
  if (item?.kind !== 'question') return undefined
  return Object.entries(reasons).find(([, applies]) => applies({ survey, item, own, other }))?.[0]
}

/** Returns why our XForm and pyxform's differ on purpose in a place; undefined if there is no known reason. */
export const explainDifference = (
  survey: SurveyDefinition,
  path: string,
  { nodes: own }: FormReading,
  { nodes: other }: FormReading,
): string | undefined => {
  const [ownState, otherState] = [own[path], other[path]]
  if (ownState && otherState) return explainState(survey, path, ownState, otherState)
  return isRenamed(path, own, other) ? 'a name that several sections have' : undefined
}
