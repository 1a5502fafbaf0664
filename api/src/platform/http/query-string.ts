import { AppError } from '@baseline/contract/errors.ts'
import { parse } from 'qs'

import { limits } from '../limits.ts'

/** Brackets as the specification sends them, within limits that throw instead of dropping values. spec §7 */
export const parseQueryString = (text: string): Record<string, unknown> => {
  try {
    return parse(text, {
      arrayLimit: limits.query.arrayItems,
      parameterLimit: limits.query.parameters,
      depth: limits.query.depth,
      strictDepth: true,
      throwOnLimitExceeded: true,
      plainObjects: false,
    })
  } catch (cause) {
    throw new AppError('errors.invalid', undefined, { cause })
  }
}
