/** A tag longer than this is no tag of a spreadsheet. */
const longestTag = 2_000

/** A text or a value, which only cells that hold something have. */
const content = /<(?:\w+:)?(?:v|is|f|si|t)[\s/>]/
/** A row or a cell that does not say where it is, or is so far right that it counts even when it is blank. */
const unplaced = /<(?:row|c)(?![^<>]*\sr=["'][A-Z]{0,2}\d)[\s/>]|<\w+:(?:row|c)[\s/>]/
const lastRow = /.*<row[^<>]*\sr=["'](\d+)/s

/** Whether there is nothing here but blank cells that say where they are: spreadsheet programs leave millions. */
const isBlank = (text: string): boolean => !content.test(text) && !unplaced.test(text)

interface Scan {
  /** Every row, cell and text with its attributes. */
  onTag: (name: string, attributes: string, empty: boolean) => void
  /** A stretch of blank cells ended in this row. */
  onBlank: (row: number) => void
  /** So many characters have gone by without a tag. */
  onText: (length: number) => void
  onDoctype: () => void
}

const scanPiece = (text: string, { onTag, onBlank }: Scan): void => {
  if (isBlank(text)) {
    const row = lastRow.exec(text)?.[1]
    if (row !== undefined) onBlank(Number(row))
    return
  }
  for (const tag of text.matchAll(/<(?:\w+:)?(row|c|si|t)(?=[\s/>])([^<>]*)>/g)) {
    const attributes = tag[2] ?? ''
    onTag(tag[1] ?? '', attributes, attributes.endsWith('/'))
  }
}

/** Looks at the tags of a part, whatever the pieces it arrives in. */
export const scanTags = async (pieces: AsyncIterable<string>, scan: Scan): Promise<void> => {
  let rest = ''
  let plain = 0
  for await (const piece of pieces) {
    const text = rest + piece
    if (text.includes('<!DOCTYPE')) scan.onDoctype()
    // The last tag may not be whole yet.
    const open = text.lastIndexOf('<')
    scanPiece(text.slice(0, Math.max(open, 0)), scan)
    plain = open === -1 ? plain + text.length : text.length - open
    scan.onText(plain)
    rest = open === -1 ? '' : text.slice(open, open + longestTag)
  }
  scanPiece(rest, scan)
}
