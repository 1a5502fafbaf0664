/**
 * Validates the page to open after signing in, which comes from the URL and is therefore untrusted. Accepts
 * only a path of this site: one leading slash, no second slash or backslash in any spelling that browsers
 * normalise to one, and no control characters, which browsers drop while parsing.
 */
export const safeOrigin = (rawPath: string | undefined): string | undefined => {
  if (!rawPath?.startsWith('/') || rawPath.length > 2000) return undefined
  if (/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\\]/u.test(rawPath)) return undefined
  if (/^\/(?:\/|%2f|%5c)/i.test(rawPath)) return undefined
  const base = 'https://origin.invalid'
  const url = URL.canParse(rawPath, base) ? new URL(rawPath, base) : undefined
  if (url?.origin !== base) return undefined
  const path = url.pathname + url.search + url.hash
  // Normalisation may produce two slashes: `/.//evil.example` becomes `//evil.example`.
  return path.startsWith('//') ? undefined : path
}
