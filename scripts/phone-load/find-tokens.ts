const tokenLength = 43
const candidates = new RegExp(`[\\w-]{${String(tokenLength)},}`, 'g')

/** Returns the lines that contain one of the tokens of phones. */
export const findTokens = (lines: Iterable<string>, tokens: ReadonlySet<string>): string[] =>
  [...lines].filter((line) =>
    (line.match(candidates) ?? []).some((text) =>
      Array.from({ length: text.length - tokenLength + 1 }, (_, start) => start).some((start) =>
        tokens.has(text.slice(start, start + tokenLength)),
      ),
    ),
  )
