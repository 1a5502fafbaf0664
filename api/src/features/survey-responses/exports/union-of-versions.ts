import { compileSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import { hasAnswer } from '@baseline/contract/surveys/master.ts'
import type { DerivableColumn, Question, SurveyDefinition, Texts } from '@baseline/contract/surveys/master.ts'

/** One version of a survey. */
export interface DefinitionVersion {
  version: number
  definition: SurveyDefinition
}

/** A question, merged from all versions. */
export interface MergedQuestion {
  key: string
  /** `text` if versions have different types, unless all are numbers. */
  type: Question['type']
  labels: Texts
  /** Labels by value, in the order of the latest version with that value. */
  choices: ReadonlyMap<string, Texts>
  /** The values of the choices in each of its versions, oldest first. */
  lists: readonly (readonly string[])[]
  /** The value and all labels of each choice, in every version and language. */
  spellings: ReadonlyMap<string, ReadonlySet<string>>
  /** The column of the record that the latest version of the question fills. */
  feeds: DerivableColumn | undefined
  /** The columns that any version of the question fills. */
  allFeeds: ReadonlySet<DerivableColumn>
  /** Each version of the question, newest first. */
  items: readonly Question[]
  versions: number[]
}

/** The questions outside repeats, or the questions of one repeat. */
export interface MergedTable {
  repeat: { key: string; labels: Texts } | undefined
  questions: ReadonlyMap<string, MergedQuestion>
}

/** A value can appear several times in a list if a filter selects one of them: its first label counts. */
const choicesOf = ({ list }: Question, { choices }: SurveyDefinition): Map<string, Texts> => {
  const labelsByValue = new Map<string, Texts>()
  for (const { value, labels } of (list === undefined ? undefined : choices[list]) ?? [])
    if (!labelsByValue.has(value)) labelsByValue.set(value, labels)
  return labelsByValue
}

const spellingsOf = (choices: ReadonlyMap<string, Texts>): Map<string, Set<string>> =>
  new Map([...choices].map(([value, labels]) => [value, new Set([value, ...Object.values(labels)])]))

const mergeSpellings = (
  one: MergedQuestion['spellings'],
  other: MergedQuestion['spellings'],
): MergedQuestion['spellings'] =>
  new Map(
    [...one.keys(), ...other.keys()].map((value) => [
      value,
      new Set([...(one.get(value) ?? []), ...(other.get(value) ?? [])]),
    ]),
  )

const isNumber = (type: Question['type']): boolean => type === 'integer' || type === 'number'

/** Returns a type that holds the answers of both. */
const widenType = (one: Question['type'], other: Question['type']): Question['type'] => {
  if (one === other) return one
  return isNumber(one) && isNumber(other) ? 'number' : 'text'
}

const mergeQuestions = (newer: MergedQuestion, older: MergedQuestion): MergedQuestion => ({
  ...newer,
  type: widenType(newer.type, older.type),
  choices: new Map([...newer.choices, ...[...older.choices].filter(([value]) => !newer.choices.has(value))]),
  lists: [...older.lists, ...newer.lists],
  spellings: mergeSpellings(newer.spellings, older.spellings),
  allFeeds: new Set([...newer.allFeeds, ...older.allFeeds]),
  items: [...newer.items, ...older.items],
  versions: [...older.versions, ...newer.versions],
})

/**
 * Merges the questions of all versions, with their latest labels, in the order of the latest version.
 * Questions of older versions only come last. A question that was moved into or out of a repeat is in both
 * tables, as are its answers.
 */
export const unionOfVersions = (versions: readonly DefinitionVersion[]): MergedTable[] => {
  const tables = new Map<
    string | undefined,
    { repeat: MergedTable['repeat']; questions: Map<string, MergedQuestion> }
  >()
  const tableOf = (repeat: MergedTable['repeat']) => {
    const table = tables.get(repeat?.key) ?? { repeat, questions: new Map() }
    tables.set(repeat?.key, table)
    return table
  }
  tableOf(undefined)
  for (const { version, definition } of versions.toSorted((a, b) => b.version - a.version))
    for (const { item, repeat: repeatKey } of compileSurvey(definition).items.values()) {
      if (item.kind === 'repeat') tableOf(item)
      if (item.kind !== 'question' || !hasAnswer(item)) continue
      const { questions } = tables.get(repeatKey) ?? tableOf(undefined)
      const choices = choicesOf(item, definition)
      const feeds = repeatKey === undefined ? item.feeds : undefined
      const question: MergedQuestion = {
        key: item.key,
        type: item.type,
        labels: item.labels,
        choices,
        lists: [[...choices.keys()]],
        spellings: spellingsOf(choices),
        feeds,
        allFeeds: new Set(feeds && [feeds]),
        items: [item],
        versions: [version],
      }
      const newer = questions.get(item.key)
      questions.set(item.key, newer ? mergeQuestions(newer, question) : question)
    }
  return [...tables.values()]
}
