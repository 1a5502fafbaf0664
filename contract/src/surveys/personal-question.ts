import { isPersonalColumn } from '../survey-responses/personal-columns.ts'
import type { MetadataKind, Question, QuestionType } from './master.ts'
import * as lexicon from './personal-words.ts'

type Words = ReadonlySet<string>
type Classified = Pick<
  Question,
  'key' | 'type' | 'labels' | 'personal' | 'personalOverride' | 'feeds' | 'metadata' | 'isRespondentPhone'
>

/** Metadata that identifies the interviewer, the device or the place of the interview. */
const personalMetadata: ReadonlySet<MetadataKind> = new Set([
  'username',
  'email',
  'phonenumber',
  'deviceid',
  'subscriberid',
  'simserial',
  'start-geopoint',
  'audit',
])

/** Splits a key or a label into words without accents: `headName_2` has the words head and name. */
const wordsOf = (text: string): string[] =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '' && !lexicon.fillers.has(word))

const isIn = (word: string | undefined, ...sets: readonly Words[]): boolean =>
  word !== undefined && sets.some((words) => words.has(word))
const hasAny = (words: readonly string[], ...sets: readonly Words[]): boolean =>
  words.some((word) => isIn(word, ...sets))
const hasOnly = (words: readonly string[], ...sets: readonly Words[]): boolean =>
  words.every((word) => isIn(word, ...sets))

const isText = (type: QuestionType): boolean =>
  type === 'text' || type === 'barcode' || type === 'hidden' || type === 'calculated'
const isTextOrNumber = (type: QuestionType): boolean =>
  isText(type) || type === 'integer' || type === 'number'

/** Texts that a question consists of. A label can be a sentence, so that single words of it prove less. */
type Source = 'key' | 'label'

/**
 * Whether the question asks for the name of a person. The word next to "name" decides: `head_name` is
 * personal, `water_source_name` is not. An unknown word makes a key personal, such as `landlady_name`, but
 * not a label, such as "Name three problems".
 */
const asksForName = (words: readonly string[], source: Source): boolean | undefined => {
  const at = words.findIndex((word) => lexicon.nameWords.has(word))
  if (at === -1) return undefined
  const neighbours = [words[at - 1], words[at + 1]]
  if (neighbours.some((word) => isIn(word, lexicon.persons, lexicon.staff, lexicon.nameWords))) return true
  if (neighbours.some((word) => isIn(word, lexicon.things))) return false
  return source === 'key' || words.length === 1
}

/** Whether the question is only about a small place or a person: `village`, `enumerator`, `head`. */
const asksForPlaceOrPerson = (words: readonly string[], type: QuestionType): boolean => {
  const topics = isText(type)
    ? [lexicon.smallPlaces, lexicon.staff, lexicon.persons]
    : type === 'choice'
      ? [lexicon.smallPlaces, lexicon.staff]
      : []
  // A household number is a reference, like the Survey Id.
  const hasTopic = words.some((word) => isIn(word, ...topics) && !['household', 'hh'].includes(word))
  return hasTopic && hasOnly(words, ...topics, lexicon.nameWords, lexicon.numberWords, lexicon.idWords)
}

const hasIdDocument = (words: readonly string[]): boolean =>
  hasAny(words, lexicon.documentWords) ||
  (hasAny(words, lexicon.idWords) && hasAny(words, lexicon.idCompanions))

/** Whether the question asks for a phone number, an address, a document or coordinates. */
const asksForContact = (words: readonly string[], type: QuestionType, source: Source): boolean => {
  if (!isTextOrNumber(type)) return false
  const topics = [lexicon.phoneWords, lexicon.documentWords, lexicon.coordinateWords]
  if (isText(type)) topics.push(lexicon.emailWords, lexicon.addressWords)
  if (hasAny(words, lexicon.contactWords) && hasOnly(words, lexicon.contactWords, lexicon.numberWords))
    return true
  if (!hasAny(words, ...topics) && !hasIdDocument(words)) return false
  if (source === 'key') return !hasAny(words, lexicon.things)
  return hasOnly(
    words,
    ...topics,
    lexicon.idWords,
    lexicon.idCompanions,
    lexicon.persons,
    lexicon.staff,
    lexicon.numberWords,
  )
}

const asksForBirth = (words: readonly string[], type: QuestionType): boolean =>
  hasAny(words, lexicon.birthWords) &&
  (type === 'date' || (isText(type) && (words.includes('dob') || hasAny(words, lexicon.dateWords))))

/** Returns whether a key or a label asks for personal data; undefined if it does not say. */
const verdictOf = (text: string, type: QuestionType, source: Source): boolean | undefined => {
  const words = wordsOf(text)
  if (words.length === 0) return undefined
  if (asksForPlaceOrPerson(words, type)) return true
  if (asksForContact(words, type, source) || asksForBirth(words, type)) return true
  return isText(type) ? asksForName(words, source) : undefined
}

/** Whether the answers usually are personal, by the type, the key and the labels of the question. */
const looksPersonal = ({ key, type, labels, metadata }: Classified): boolean => {
  if (['photo', 'audio', 'video', 'file', 'location', 'line', 'area'].includes(type)) return true
  if (type === 'metadata') return metadata !== undefined && personalMetadata.has(metadata)
  const byKey = verdictOf(key, type, 'key')
  return byKey ?? Object.values(labels).some((label) => verdictOf(label, type, 'label'))
}

const fillsPersonalColumn = ({ feeds, isRespondentPhone }: Classified): boolean =>
  isRespondentPhone === true || (feeds !== undefined && isPersonalColumn(feeds))

/**
 * Whether the answers identify a person or their home. A question that fills a personal column always is
 * personal. Otherwise the author decides with `baseline::personal`; without it, the type and the words of the
 * question do. `personal` of a stored question counts too: older versions of the product set it.
 */
export const isPersonalQuestion = (question: Classified): boolean =>
  fillsPersonalColumn(question) ||
  (question.personalOverride ?? (question.personal || looksPersonal(question)))

/** Whether the author said so. Questionnaires that were loaded before `personalOverride` have only `personal`. */
const wasMarked = (question: Classified): boolean =>
  question.personalOverride ?? (question.personal && !looksPersonal(question))

/**
 * Whether the answers to a question are personal in any of its versions, which are given newest first. The
 * newest `no` of the author also applies to older versions that do not say it, so that a new version can
 * correct them. A `yes` stays.
 */
export const isPersonalInVersions = (versions: readonly Classified[]): boolean => {
  if (versions.some((version) => wasMarked(version) || fillsPersonalColumn(version))) return true
  return versions[0]?.personalOverride === false ? false : versions.some(isPersonalQuestion)
}

/**
 * Whether the answers help to identify a household in combination with others: the sex or the age of a person.
 */
export const indirectKindOf = ({ key, type, labels }: Pick<Question, 'key' | 'type' | 'labels'>) => {
  const texts = [key, ...Object.values(labels)].map(wordsOf)
  const isOnlyAbout = (topic: Words): boolean =>
    texts.some((words) => hasAny(words, topic) && hasOnly(words, topic, lexicon.persons, lexicon.ageUnits))
  if (type === 'choice' && isOnlyAbout(lexicon.sexWords)) return 'sex' as const
  return (type === 'integer' || type === 'number') && isOnlyAbout(lexicon.ageWords)
    ? ('age' as const)
    : undefined
}
