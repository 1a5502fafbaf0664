import type { QuestionType, SurveyDefinition } from '../surveys/master.ts'
import { comparableAnswers } from './comparable-answers.ts'

/**
 * The answers of a response for fast comparisons: a number per answer in ascending order, with 20 bits for the question
 * and 12 for the answer. Different answers are equal by chance once in 4,096 comparisons.
 */
export type Fingerprint = Uint32Array

const answerBits = 12

/** Returns the bits of the question, the same in all versions of a questionnaire. */
export const questionOf = (part: number): number => part >>> answerBits

/** FNV-1a, with a final step that spreads each bit over all others. */
const hashOf = (text: string): number => {
  let hash = 0x81_1c_9d_c5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01_00_01_93)
  hash = Math.imul(hash ^ (hash >>> 16), 0x85_eb_ca_6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2_b2_ae_35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Texts, dates and places differ between honest interviews anyway. */
const comparedTypes: ReadonlySet<QuestionType> = new Set([
  'choice',
  'choices',
  'rank',
  'integer',
  'number',
  'range',
])

const textOf = (value: unknown): string =>
  Array.isArray(value) ? JSON.stringify(value.map(String).toSorted()) : JSON.stringify(value)

/** Returns the fingerprint of the choices and numbers of a response. */
export const fingerprintOf = (
  survey: SurveyDefinition,
  values: Readonly<Record<string, unknown>>,
): Fingerprint =>
  Uint32Array.from(
    comparableAnswers(survey, values)
      .filter(({ question: { type } }) => comparedTypes.has(type))
      .map(({ path, value }) =>
        Math.trunc(((hashOf(path) >>> answerBits) << answerBits) | (hashOf(textOf(value)) >>> 20)),
      ),
  ).toSorted()

/** Leaves out questions, such as questions that nearly all respondents answer in the same way. */
export const withoutQuestions = (fingerprint: Fingerprint, questions: ReadonlySet<number>): Fingerprint =>
  questions.size === 0 ? fingerprint : fingerprint.filter((part) => !questions.has(questionOf(part)))

/** Counts the questions that both responses answered, and those with equal answers. */
export const compareFingerprints = (a: Fingerprint, b: Fingerprint): { common: number; equal: number } => {
  let [common, equal, at, other] = [0, 0, 0, 0]
  while (at < a.length && other < b.length) {
    const [own = 0, their = 0] = [a[at], b[other]]
    const difference = questionOf(own) - questionOf(their)
    if (difference === 0) {
      common += 1
      if (own === their) equal += 1
    }
    if (difference <= 0) at += 1
    if (difference >= 0) other += 1
  }
  return { common, equal }
}
