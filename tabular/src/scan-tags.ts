/** A tag longer than this is no tag of a spreadsheet. */
const longestTag = 2_000

/**
 * Nothing but rows and blank cells that say where they are, none of them far to the right: spreadsheet programs leave
 * millions of those, and one look at them all is enough. No two of its parts begin alike, so it takes no more than that look.
 */
const blank = /^(?:<row r="\d+"[^<>]*>|<c r="[A-Z]{1,2}\d+"(?: s="\d+")?\/>|<\/row>)*$/
const lastRow = /.*<row r="(\d+)"/s
const tags = /<(?:\w+:)?(row|c|si|t)(?=[\s/>])((?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/g

interface Scan {
  /** Every row, cell and text with its attributes. */
  onTag: (name: string, attributes: string, empty: boolean) => void
  /** A stretch of blank cells ended in this row. */
  onBlank: (row: number) => void
  /** So many characters have gone by without a tag. */
  onText: (length: number) => void
  onDoctype: () => void
  /** The last tag, with whatever follows it. */
  onEnd: (last: string) => void
}

const scanPiece = (text: string, { onTag, onBlank }: Scan): void => {
  if (blank.test(text)) {
    const row = lastRow.exec(text)?.[1]
    if (row !== undefined) onBlank(Number(row))
    return
  }
  for (const tag of text.matchAll(tags)) {
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
    plain = open < rest.length ? plain + piece.length : text.length - open
    scan.onText(plain)
    rest = open === -1 ? '' : text.slice(open, open + longestTag)
  }
  scanPiece(rest, scan)
  scan.onEnd(rest)
}
