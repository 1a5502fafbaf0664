import { parse } from 'qs'

import { limits } from '../limits.ts'

/** No route has a parameter of this name, and unknown parameters are refused with 400. */
const unreadable = { '(unreadable)': '' }

/**
 * Parses query strings with brackets. Refuses a query above the limits instead of dropping values. Must never
 * throw: the router does not catch the error, and one request would end the process. spec §7
 */
export const parseQueryString = (text: string): Record<string, unknown> => {
  try {
    // The parser would silently drop this name.
    if (decodeURIComponent(text).includes('__proto__')) return unreadable
    return parse(text, {
      arrayLimit: limits.query.arrayItems,
      parameterLimit: limits.query.parameters,
      depth: limits.query.depth,
      strictDepth: true,
      throwOnLimitExceeded: true,
      plainObjects: true,
      allowPrototypes: true,
    })
  } catch {
    return unreadable
  }
}
