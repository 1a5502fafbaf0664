/** Returns the width of a drawn text. */
export type WidthOf = (text: string) => number

/** Splits a word into grapheme clusters, which keep accents with their letters. */
const lettersOf = (word: string): string[] =>
  Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)

/** Returns how many letters fit, at least 1. */
const countFitting = (letters: readonly string[], width: number, widthOf: WidthOf): number => {
  const firstOverflow = letters.findIndex((_, index) => widthOf(letters.slice(0, index + 1).join('')) > width)
  return firstOverflow < 0 ? letters.length : Math.max(1, firstOverflow)
}

/** Wraps text between words, and inside a word that is longer than a line. */
export const wrapText = (text: string, width: number, widthOf: WidthOf): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const candidate = line === '' ? word : `${line} ${word}`
    if (widthOf(candidate) <= width) {
      line = candidate
      continue
    }
    if (line !== '') lines.push(line)
    let letters = lettersOf(word)
    while (widthOf(letters.join('')) > width && letters.length > 1) {
      const count = countFitting(letters, width, widthOf)
      lines.push(letters.slice(0, count).join(''))
      letters = letters.slice(count)
    }
    line = letters.join('')
  }
  return [...lines, line]
}

/** Places items next to each other, in as many rows as they need. */
export const placesOf = (widths: readonly number[], width: number): { x: number; row: number }[] => {
  let [x, row] = [0, 0]
  return widths.map((itemWidth) => {
    if (x > 0 && x + itemWidth > width) [x, row] = [0, row + 1]
    const place = { x, row }
    x += itemWidth
    return place
  })
}
