import { parse } from 'qs'

import { limits } from '../limits.ts'

/** No call has a parameter of this name, and unknown ones are refused: the caller gets a 400. */
const unreadable = { '(unreadable)': '' }

/**
 * Brackets as the specification sends them, within limits that refuse instead of dropping values. It must
 * never throw: the router calls it where nothing would catch, and one request would end the process. spec §7
 */
export const parseQueryString = (text: string): Record<string, unknown> => {
  try {
    // The parser would leave this name out in silence.
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
