import type { Route } from '@baseline/contract/http.ts'

import { call } from '../api.ts'
import type { SendRow } from './import-run.ts'

/** Makes the import call of an entity, with what the screen asks for beside the row. spec §7 */
export const importCall =
  (route: Route, more: Readonly<Record<string, unknown>> = {}): SendRow =>
  ({ data, hash }, idempotencyKey, signal) =>
    // The data of a row without problems has passed the very schema that this route takes.
    (call as (route: Route, request: object) => Promise<unknown>)(route, {
      body: { data, importHash: hash, ...more },
      idempotencyKey,
      signal,
    })
