/** Maximum length of a tag in a spreadsheet. */
const maxTagLength = 2_000

/**
 * Matches a run of rows and blank cells with positions in columns A to ZZ. Spreadsheet programs write
 * millions of them, and one match skips them all. The alternatives start differently, so matching is linear.
 */
const blankRun = /^(?:<row r="\d+"[^<>]*>|<c r="[A-Z]{1,2}\d+"(?: s="\d+")?\/>|<\/row>)*$/
const lastRow = /.*<row r="(\d+)"/s
const tags = /<(?:\w+:)?(row|c|si|t|sheet|Relationship)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g

interface Scan {
  /** Called for every row, cell, text, sheet and relationship, with its attributes. */
  onTag: (name: string, attributes: string, isEmpty: boolean) => void
  /** Called after a run of blank cells that ends in this row. */
  onBlank: (row: number) => void
  /** Called with the number of characters since the last tag. */
  onText: (length: number) => void
  onDoctype: () => void
  /** Called with the last tag and any text after it. */
  onEnd: (last: string) => void
}

const scanPiece = (text: string, { onTag, onBlank }: Scan): void => {
  if (blankRun.test(text)) {
    const row = lastRow.exec(text)?.[1]
    if (row !== undefined) onBlank(Number(row))
    return
  }
  for (const tag of text.matchAll(tags)) {
    const attributes = tag[2] ?? ''
    onTag(tag[1] ?? '', attributes, attributes.endsWith('/'))
  }
}

/** Scans the tags of a part that arrives in pieces of any size. */
export const scanTags = async (pieces: AsyncIterable<string>, scan: Scan): Promise<void> => {
  let rest = ''
  let textLength = 0
  for await (const piece of pieces) {
    const text = rest + piece
    if (text.includes('<!DOCTYPE')) scan.onDoctype()
    // The last tag may be incomplete.
    const open = text.lastIndexOf('<')
    scanPiece(text.slice(0, Math.max(open, 0)), scan)
    textLength = open < rest.length ? textLength + piece.length : text.length - open
    scan.onText(textLength)
    rest = open === -1 ? '' : text.slice(open, open + maxTagLength)
  }
  scanPiece(rest, scan)
  scan.onEnd(rest)
}
