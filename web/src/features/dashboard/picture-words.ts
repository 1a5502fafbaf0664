/** How wide a text is drawn. */
export type WidthOf = (text: string) => number

/** As people count them: an accent belongs to its letter. */
const lettersOf = (word: string): string[] =>
  Array.from(new Intl.Segmenter().segment(word), ({ segment }) => segment)

/** The most letters that fit, at least one of them. */
const fitting = (letters: readonly string[], width: number, widthOf: WidthOf): number => {
  const tooMany = letters.findIndex((_, index) => widthOf(letters.slice(0, index + 1).join('')) > width)
  return tooMany < 0 ? letters.length : Math.max(1, tooMany)
}

/** Broken between words, and within a word that is too long for any line. */
export const linesOf = (text: string, width: number, widthOf: WidthOf): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (widthOf(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    let letters = lettersOf(word)
    while (widthOf(letters.join('')) > width && letters.length > 1) {
      const count = fitting(letters, width, widthOf)
      lines.push(letters.slice(0, count).join(''))
      letters = letters.slice(count)
    }
    line = letters.join('')
  }
  return [...lines, line]
}

/** Where each of these begins, one after the other, in as many rows as they take. */
export const placesOf = (widths: readonly number[], width: number): { x: number; row: number }[] => {
  let [x, row] = [0, 0]
  return widths.map((wide) => {
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1]
    const place = { x, row }
    x += wide
    return place
  })
}
