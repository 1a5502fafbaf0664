import { emailList } from '@baseline/contract/fields.ts'

/** Several addresses by comma, space or line, as people paste them; each once, in lower case. spec §1 */
export const splitEmails = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((text) => text.split(/[\s,;]+/))
      .map((one) => one.replace(/^<|>$/g, '').toLowerCase())
      .filter(Boolean),
  ),
]

export const isEmail = (text: string): boolean => emailList.safeParse([text]).success
