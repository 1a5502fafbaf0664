import type { Route } from '@baseline/contract/http.ts'

import { call } from '../api.ts'
import type { SendRow } from './import-run.ts'

/**
 * Returns a function that sends a row to the import call of an entity, with additional fields from the screen.
 * spec §7
 */
export const importCall =
  (route: Route, extraFields: Readonly<Record<string, unknown>> = {}): SendRow =>
  ({ data, hash }, idempotencyKey, signal) =>
    // A row without problems has passed the schema of this route.
    (call as (route: Route, request: object) => Promise<unknown>)(route, {
      body: { data, importHash: hash, ...extraFields },
      idempotencyKey,
      signal,
    })
