/** State of the scanner that finds the rows of `{"rows":[…],"count":n}` in chunks of any size. */
interface Scan {
  /** Nesting depth: 0 outside the object, 2 between rows, 3 or more inside a row. */
  depth: number
  isInText: boolean
  isEscaped: boolean
}

const quote = 34
const backslash = 92

const scanCharacter = (scan: Scan, code: number): void => {
  if (scan.isInText) {
    if (scan.isEscaped) scan.isEscaped = false
    else if (code === backslash) scan.isEscaped = true
    else if (code === quote) scan.isInText = false
    return
  }
  if (code === quote) scan.isInText = true
  // `[` and `{` open, `]` and `}` close.
  else if (code === 91 || code === 123) scan.depth += 1
  else if (code === 93 || code === 125) scan.depth -= 1
}

/**
 * Yields the rows of a list while it arrives. Throws if the response is truncated or its count differs from
 * the number of rows, so that a partial list never looks complete.
 */
export async function* streamRows(
  pieces: AsyncIterable<string>,
): AsyncGenerator<Readonly<Record<string, unknown>>> {
  const scan: Scan = { depth: 0, isInText: false, isEscaped: false }
  let text = ''
  let index = 0
  let rowStart = -1
  let count = 0
  for await (const piece of pieces) {
    text += piece
    for (; index < text.length; index += 1) {
      const previousDepth = scan.depth
      scanCharacter(scan, text.charCodeAt(index))
      if (previousDepth === 2 && scan.depth === 3) rowStart = index
      if (previousDepth !== 3 || scan.depth !== 2) continue
      yield JSON.parse(text.slice(rowStart, index + 1)) as Record<string, unknown> // a row of the contract's page
      count += 1
      text = text.slice(index + 1)
      index = -1
      rowStart = -1
    }
  }
  const [, reportedCount] = /^(?:\{"rows":\[)?\],"count":(\d+)\}$/.exec(text) ?? []
  if (reportedCount === undefined || Number(reportedCount) !== count)
    throw new Error('the list broke off or its count is wrong')
}
