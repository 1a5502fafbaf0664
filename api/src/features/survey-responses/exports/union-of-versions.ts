import { compileSurvey } from '@baseline/contract/surveys/compile-survey.ts'
import type { Feed, Question, SurveyDefinition, Texts } from '@baseline/contract/surveys/master.ts'

/** One version of a survey, as it was asked. */
export interface AskedVersion {
  version: number
  definition: SurveyDefinition
}

/** A question as all versions have asked it. */
export interface AskedQuestion {
  key: string
  /** `text` where versions differ about it, unless both are numbers. */
  type: Question['type']
  labels: Texts
  /** By its value, in the order of the latest version that has it. */
  choices: ReadonlyMap<string, Texts>
  /** The values of the choices in each of its versions, oldest first. */
  lists: readonly (readonly string[])[]
  /** Every label that any version gives a choice in any language, and its value. */
  spellings: ReadonlyMap<string, ReadonlySet<string>>
  /** The column of the record that the latest version of the question fills. */
  feeds: Feed | undefined
  personal: boolean
  versions: number[]
}

/** The questions outside of repeats, and those of each repeat. */
export interface AskedTable {
  repeat: { key: string; labels: Texts } | undefined
  questions: ReadonlyMap<string, AskedQuestion>
}

/** What identifies people or their homes, whatever the questionnaire says about it. */
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

/** What holds the answers of both. */
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
 * Every question that any version asks, under its latest label, in the order of the latest version; what only older ones
 * ask comes after. A question that has moved into a repeat or out of it is there twice, as are its answers.
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
