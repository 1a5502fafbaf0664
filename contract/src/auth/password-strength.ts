import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

import { roles } from '../permissions.ts'

/** Words that an attacker tries first against this product, in both languages. */
const productWords = [
  ...roles,
  ...`baseline survey surveys questionnaire interview household village district census statistics ministry
    welcome pesquisa questionario entrevista domicilio aldeia distrito inquiridor gerente censo estatistica
    ministerio senha mudar minhasenha bemvindo`.split(/\s+/),
]

const estimator = new ZxcvbnFactory({
  dictionary: { ...dictionary, product: productWords },
  graphs: adjacencyGraphs,
  // The time grows with the square of the length. A weak beginning of 64 characters is enough to refuse.
  maxLength: 64,
})

/** The estimator's "safely unguessable": at least 10^8 guesses. */
const leastScore = 3

/** Why a new password is refused. */
export type PasswordProblem = 'common' | 'personal' | 'guessable'

/** Returns an address or name and its parts. */
const partsOf = (text: string): string[] =>
  [text, ...text.split(/[@._+\-\s]+/)].filter((part) => part.length > 2)

/** Returns a text in lower case and without accents. */
const simplify = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/**
 * Returns why a password is too weak; undefined if it is strong enough. `ownData` is what others know about the
 * user: email address and names. There are no rules about kinds of characters.
 *
 * Words of the user and of the product do not count: what is left of the password must be strong without them.
 */
export const passwordProblem = (
  password: string,
  ownData: readonly string[] = [],
): PasswordProblem | undefined => {
  const ownWords = ownData.flatMap(partsOf)
  const { score, sequence } = estimator.check(password, ownWords)
  const simplified = simplify(password)
  const knownWords = [...ownWords, ...productWords].map(simplify).toSorted((a, b) => b.length - a.length)
  const rest = knownWords.reduce((left, word) => left.replaceAll(word, ''), simplified)
  if (rest !== simplified && estimator.check(rest).score < leastScore) return 'personal'
  if (score >= leastScore) return undefined
  const dictionaries = sequence.map(({ dictionaryName }) => String(dictionaryName))
  if (dictionaries.some((name) => name === 'userInputs' || name === 'product')) return 'personal'
  return dictionaries.includes('passwords-common') ? 'common' : 'guessable'
}
