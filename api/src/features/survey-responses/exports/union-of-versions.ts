import { compileSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type { Feed, Question, SurveyDefinition, Texts } from '@baseline/contract/surveys/master.ts'

/** One version of a survey. */
export interface AskedVersion {
  version: number
  definition: SurveyDefinition
}

/** A question, merged from all versions. */
export interface AskedQuestion {
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
  feeds: Feed | undefined
  personal: boolean
  versions: number[]
}

/** The questions outside repeats, or the questions of one repeat. */
export interface AskedTable {
  repeat: { key: string; labels: Texts } | undefined
  questions: ReadonlyMap<string, AskedQuestion>
}

/** Whether a question identifies people or their homes, even if the questionnaire does not mark it. */
const isPersonal = ({ personal, type, feeds }: Question): boolean =>
  personal ||
  type === 'photo' ||
  type === 'location' ||
  feeds === 'householdName' ||
  feeds === 'location' ||
  feeds === 'investigatorMobileNumber'

const choicesOf = ({ list }: Question, { choices }: SurveyDefinition): Map<string, Texts> =>
  new Map((list === undefined ? undefined : choices[list])?.map(({ value, labels }) => [value, labels]))

const spellingsOf = (choices: ReadonlyMap<string, Texts>): Map<string, Set<string>> =>
  new Map([...choices].map(([value, labels]) => [value, new Set([value, ...Object.values(labels)])]))

const mergedSpellings = (
  one: AskedQuestion['spellings'],
  other: AskedQuestion['spellings'],
): AskedQuestion['spellings'] =>
  new Map(
    [...one.keys(), ...other.keys()].map((value) => [
      value,
      new Set([...(one.get(value) ?? []), ...(other.get(value) ?? [])]),
    ]),
  )

const isNumber = (type: Question['type']): boolean => type === 'integer' || type === 'number'

/** Returns a type that holds the answers of both. */
const widened = (one: Question['type'], other: Question['type']): Question['type'] => {
  if (one === other) return one
  return isNumber(one) && isNumber(other) ? 'number' : 'text'
}

const merged = (known: AskedQuestion, older: AskedQuestion): AskedQuestion => ({
  ...known,
  type: widened(known.type, older.type),
  choices: new Map([...known.choices, ...[...older.choices].filter(([value]) => !known.choices.has(value))]),
  lists: [...older.lists, ...known.lists],
  spellings: mergedSpellings(known.spellings, older.spellings),
  personal: known.personal || older.personal,
  versions: [...older.versions, ...known.versions],
})

/**
 * Merges the questions of all versions, with their latest labels, in the order of the latest version.
 * Questions of older versions only come last. A question that was moved into or out of a repeat is in both
 * tables, as are its answers.
 */
export const unionOfVersions = (versions: readonly AskedVersion[]): AskedTable[] => {
  const tables = new Map<
    string | undefined,
    { repeat: AskedTable['repeat']; questions: Map<string, AskedQuestion> }
  >()
  const tableOf = (repeat: AskedTable['repeat']) => {
    const table = tables.get(repeat?.key) ?? { repeat, questions: new Map() }
    tables.set(repeat?.key, table)
    return table
  }
  tableOf(undefined)
  for (const { version, definition } of versions.toSorted((a, b) => b.version - a.version))
    for (const { item, repeat: within } of compileSurvey(definition).items.values()) {
      if (item.kind === 'repeat') tableOf(item)
      if (item.kind !== 'question' || item.type === 'note') continue
      const { questions } = tables.get(within) ?? tableOf(undefined)
      const choices = choicesOf(item, definition)
      const asked: AskedQuestion = {
        key: item.key,
        type: item.type,
        labels: item.labels,
        choices,
        lists: [[...choices.keys()]],
        spellings: spellingsOf(choices),
        feeds: within === undefined ? item.feeds : undefined,
        personal: isPersonal(item),
        versions: [version],
      }
      const known = questions.get(item.key)
      questions.set(item.key, known ? merged(known, asked) : asked)
    }
  return [...tables.values()]
}
