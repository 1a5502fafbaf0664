/** State of the scanner that finds the rows of `{"rows":[…],"count":n}` in chunks of any size. */
interface Scan {
  /** Nesting depth: 0 outside the object, 2 between rows, 3 or more inside a row. */
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
  // `[` and `{` open, `]` and `}` close.
  else if (code === 91 || code === 123) scan.depth += 1
  else if (code === 93 || code === 125) scan.depth -= 1
}

/**
 * Yields the rows of a list while it arrives. Throws if the response is truncated or its count differs from
 * the number of rows, so that a partial list never looks complete.
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
  if (told === undefined || Number(told) !== count)
    throw new Error('the list broke off or its count is wrong')
}
