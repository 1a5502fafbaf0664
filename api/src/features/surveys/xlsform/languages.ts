import { LanguageTag } from '@baseline/contract/surveys/master.ts'

import { threeLetterCodes } from './language-codes.ts'

/** Language tags by the name that an author writes in a header, such as `{ Tetun: 'tet' }`. */
export type LanguageCodes = Readonly<Record<string, string>>

const alphabet = Array.from({ length: 26 }, (_, index) => String.fromCodePoint(97 + index))
const twoLetterCodes = alphabet.flatMap((first) => alphabet.map((second) => first + second))

const fold = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase().trim()

type Names = ReadonlyMap<string, string>

/** Returns the names of languages in English, and in the language itself if it has a code of two letters. */
const loadNames = (codes: readonly string[]): Names => {
  const names = new Map<string, string>()
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' })
  for (const code of codes) {
    const name = english.of(code)
    if (name === undefined) continue
    const ownName =
      code.length === 2
        ? new Intl.DisplayNames(code, { type: 'language', fallback: 'none' }).of(code)
        : undefined
    for (const one of [name, ownName ?? name]) if (!names.has(fold(one))) names.set(fold(one), code)
  }
  return names
}

let twoLetterNames: Names | undefined
let threeLetterNames: Names | undefined

const codeOfName = (name: string): string | undefined => {
  twoLetterNames ??= loadNames(twoLetterCodes)
  const code = twoLetterNames.get(fold(name))
  if (code !== undefined) return code
  threeLetterNames ??= loadNames(threeLetterCodes)
  return threeLetterNames.get(fold(name))
}

/** Returns a private-use tag of BCP 47: `qaa-x-tetun`. */
const privateTag = (name: string): string =>
  `qaa-x-${
    fold(name)
      .replaceAll(/[^a-z0-9]/g, '')
      .slice(0, 8) || 'other'
  }`

export interface HeaderLanguage {
  readonly tag: string
  /** True if the header has no code, so that the tag comes from the name of the language. */
  readonly isGuessed: boolean
}

/** Returns the code in `English (en)` and `en`; undefined if the text has none. */
const explicitTag = (text: string): string | undefined => {
  const tag = (/\(([^()]+)\)\s*$/.exec(text)?.[1] ?? text).trim().replaceAll('_', '-')
  return LanguageTag.safeParse(tag).success ? tag : undefined
}

/** Resolves the languages of a workbook. Each name is searched once. */
export const createLanguageResolver = (codes: LanguageCodes) => {
  const chosenCodes = new Map(Object.entries(codes).map(([name, code]) => [fold(name), code]))
  const resolved = new Map<string, HeaderLanguage>()
  const resolve = (text: string): HeaderLanguage => {
    const name = text.replace(/\([^()]*\)\s*$/, '').trim() || text
    const chosen = chosenCodes.get(fold(text)) ?? chosenCodes.get(fold(name))
    if (chosen !== undefined) return { tag: chosen, isGuessed: false }
    const tag = explicitTag(text)
    return tag === undefined
      ? { tag: codeOfName(name) ?? privateTag(name), isGuessed: true }
      : { tag, isGuessed: false }
  }
  return (text: string): HeaderLanguage => {
    const known = resolved.get(text) ?? resolve(text)
    resolved.set(text, known)
    return known
  }
}
export type LanguageResolver = ReturnType<typeof createLanguageResolver>
