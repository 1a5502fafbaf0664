import { emailList } from '@baseline/contract/fields.ts'

/** Mail programs copy `"Lima, Ana" <ana@x.org>`: the address is in the brackets, with a name before it. */
const addressesIn = (piece: string): string[] => {
  if (!/<[^<>]+>/.test(piece)) return piece.split(/[\s,]+/)
  const words = piece.replace(/"[^"]*"/g, ' ').match(/<[^<>]*>|[^\s,<>]+/g) ?? []
  return words.filter((word) => word.startsWith('<') || word.includes('@'))
}

/** Splits pasted addresses by comma, space or line; each address once, in lower case. spec §1 */
export const splitEmails = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => text.split(/[;\r\n]+/))
      .flatMap(addressesIn)
      .map((one) => one.replace(/^<|>$/g, '').trim().toLowerCase())
      .filter(Boolean),
  ),
]

export const isEmail = (text: string): boolean => emailList.safeParse([text]).success
