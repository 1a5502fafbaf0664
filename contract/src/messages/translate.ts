import type { Tree } from './merge-texts.ts'
import type { Messages } from './server.en.ts'

export const languages = ['en', 'pt-BR'] as const
export type Language = (typeof languages)[number]
export const defaultLanguage: Language = 'en'

/**
 * The same keys with any text. A translation must `satisfy` it, so that a missing key fails the type check.
 */
export type Shape<T> = { readonly [K in keyof T]: T[K] extends string ? string : Shape<T[K]> }

type Paths<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string ? `${Prefix}${K}` : Paths<T[K], `${Prefix}${K}.`>
}[keyof T & string]

/** Dotted key of a text, such as `auth.profile.success`. */
export type MessageKey = Paths<Messages>

type TextAt<T, Key extends string> = Key extends keyof T
  ? T[Key]
  : Key extends `${infer Head}.${infer Rest}`
    ? Head extends keyof T
      ? TextAt<T[Head], Rest>
      : never
    : never

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never

/** Values that a text needs: `{0}` and `{email}` become required members. */
export type MessageParams<Key extends MessageKey> = Record<
  Placeholders<TextAt<Messages, Key>>,
  string | number
>

type ParamsArgument<Key extends MessageKey> = [Placeholders<TextAt<Messages, Key>>] extends [never]
  ? []
  : [params: MessageParams<Key>]

export type Translate = <Key extends MessageKey>(key: Key, ...params: ParamsArgument<Key>) => string

const find = (tree: Tree, key: string): string | undefined => {
  const direct = tree[key]
  if (typeof direct === 'string') return direct
  const [head = '', ...rest] = key.split('.')
  const branch = tree[head]
  return typeof branch === 'object' && rest.length > 0 ? find(branch, rest.join('.')) : undefined
}

/** Returns the text of a key that is known only at run time, or undefined. */
export const translateIfKnown = (
  messages: Tree,
  key: string,
  params: Record<string, unknown> = {},
): string | undefined =>
  find(messages, key)?.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    name in params ? String(params[name]) : placeholder,
  )

/** Returns the translator used for the server's responses, the mails and the screens. */
export const translator =
  (messages: Tree): Translate =>
  (key, ...[params]) =>
    translateIfKnown(messages, key, params) ?? key

/** Returns the preferred supported language of an Accept-Language header, or English. spec §1 */
export const negotiateLanguage = (header: string | undefined): Language => {
  const preferences = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.trim().toLowerCase().split(';')
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)/.exec(parameter)?.[1]).find(Boolean)
      return { tag, quality: quality === undefined ? 1 : Number(quality) }
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
  for (const { tag } of preferences) {
    const supported = languages.find(
      (language) => tag === language.toLowerCase() || tag.split('-')[0] === language.split('-')[0],
    )
    if (supported) return supported
  }
  return defaultLanguage
}
