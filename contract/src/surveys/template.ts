const reference = /\$\{\s*([A-Za-z_][\w.-]*)\s*\}/g

/** Returns the questions that a text refers to, as in "How old is ${name}?". */
export const referencesInText = (text: string): string[] =>
  text.includes('${') ? [...text.matchAll(reference)].map(([, key = '']) => key) : []

/** Replaces a reference to a blank answer. */
export const blankReference = '…'

/** Replaces references by answers. The result is plain text: the caller must not use it as markup. */
export const fillText = (text: string, answerOf: (key: string) => string): string =>
  text.includes('${') ? text.replaceAll(reference, (_, key: string) => answerOf(key)) : text

/** Splits a text at its references. */
export const partsOfText = (text: string): ({ text: string } | { key: string })[] =>
  text
    .split(reference)
    .map((part, index) => (index % 2 === 0 ? { text: part } : { key: part }))
    .filter((part) => 'key' in part || part.text !== '')
