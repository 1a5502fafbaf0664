import { emailList } from '@baseline/contract/fields.ts'

/** `"Lima, Ana" <ana@x.org>` is what mail programs copy: the address is in the brackets, around it stand names. */
const addressesIn = (piece: string): string[] => {
  if (!/<[^<>]+>/.test(piece)) return piece.split(/[\s,]+/)
  const words = piece.replace(/"[^"]*"/g, ' ').match(/<[^<>]*>|[^\s,<>]+/g) ?? []
  return words.filter((word) => word.startsWith('<') || word.includes('@'))
}

/** Several addresses by comma, space or line, as people paste them; each once, in lower case. spec §1 */
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
