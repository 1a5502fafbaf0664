/**
 * Where a person wanted to go before signing in, taken from the address bar and therefore from anyone.
 * Only a path of this very site is accepted: one leading slash, no second slash or backslash in any
 * spelling a browser normalises to one, and no control characters, which browsers drop while parsing.
 */
export const safeOrigin = (from: string | undefined): string | undefined => {
  if (!from?.startsWith('/') || from.length > 2000) return undefined
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(from)) return undefined
  if (/^\/(?:\/|%2f|%5c)/i.test(from)) return undefined
  const base = 'https://origin.invalid'
  const url = URL.canParse(from, base) ? new URL(from, base) : undefined
  if (url?.origin !== base) return undefined
  const path = url.pathname + url.search + url.hash
  // Normalising may itself uncover two slashes: `/.//evil.example` becomes `//evil.example`.
  return path.startsWith('//') ? undefined : path
}
