/** Where a row of `{"rows":[…],"count":n}` begins and ends, whatever the pieces it arrives in. */
interface Scan {
  /** 0 outside of everything, 2 between rows, 3 and more inside one. */
  depth: number
  inText: boolean
  escaped: boolean
}

const quote = 34
const backslash = 92

const step = (scan: Scan, code: number): void => {
  if (scan.inText) {
    if (scan.escaped) scan.escaped = false
    else if (code === backslash) scan.escaped = true
    else if (code === quote) scan.inText = false
    return
  }
  if (code === quote) scan.inText = true
  // Brackets and braces differ from each other by two, and opening from closing.
  else if (code === 91 || code === 123) scan.depth += 1
  else if (code === 93 || code === 125) scan.depth -= 1
}

/**
 * The rows of a list that is still arriving, one by one. An answer that breaks off, or whose count is another than that of
 * its rows, is an error: half a list must never look like a whole one.
 */
export async function* streamedRows(
  pieces: AsyncIterable<string>,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const scan: Scan = { depth: 0, inText: false, escaped: false }
  let text = ''
  let at = 0
  let begin = -1
  let count = 0
  for await (const piece of pieces) {
    text += piece
    for (; at < text.length; at += 1) {
      const before = scan.depth
      step(scan, text.charCodeAt(at))
      if (before === 2 && scan.depth === 3) begin = at
      if (before !== 3 || scan.depth !== 2) continue
      yield JSON.parse(text.slice(begin, at + 1)) as Record<string, unknown> // a row of the contract's page
      count += 1
      text = text.slice(at + 1)
      at = -1
      begin = -1
    }
  }
  const [, told] = /^(?:\{"rows":\[)?\],"count":(\d+)\}$/.exec(text) ?? []
  if (told === undefined || Number(told) !== count) throw new Error('the list broke off')
}
