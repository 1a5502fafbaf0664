/** Syntax that RE2 on the server and the engines of phones read differently. */
const unportable = [/\(\?P</, /\(\?[a-zA-Z-]*U/, /\\C/, /\[\[?\^?:\w+:\]/, /\\p[A-Z](?![a-z{])/] as const

/** Returns an opening bracket or `&&` inside a character class, which Java reads as a union or an intersection. */
const findNestedClass = (pattern: string): string | undefined => {
  const classes = pattern.replaceAll(/\\./gs, '..').matchAll(/\[\^?\]?([^\]]*)\]/g)
  for (const [, content = ''] of classes) {
    if (content.includes('[')) return '[…[…]'
    if (content.includes('&&')) return '&&'
  }
  return undefined
}

/** Returns syntax of a pattern that phones read differently; undefined if phones read it in the same way. */
export const findUnportableSyntax = (pattern: string): string | undefined => {
  for (const syntax of unportable) {
    const [found] = syntax.exec(pattern) ?? []
    if (found !== undefined) return found
  }
  return findNestedClass(pattern)
}
