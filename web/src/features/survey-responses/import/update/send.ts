import { updateSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import { call } from '#platform/api.ts'
import { ApiError } from '#platform/errors.ts'
import { RowRefusal } from '#platform/importer/import-run.ts'
import type { SendRow } from '#platform/importer/import-run.ts'

import { checkedUpdate } from './prepare.ts'
import type { UpdateSource } from './prepare.ts'

/**
 * Applies a changed row like the form does. If the answer to an earlier attempt was lost, the record already is as the
 * row wants it: that is no conflict. A record that was edited in the meantime is refused with its difference.
 */
export const sendUpdate =
  (source: UpdateSource): SendRow =>
  async (row, _key, signal) => {
    const update = source.updates.get(row.line)
    if (!update) throw new Error('a row without changes is not sent')
    const { id, version, data } = update
    try {
      await call(updateSurveyResponse, { params: { id }, body: { id, data }, ifMatch: version, signal })
    } catch (error) {
      // The server sends the record with a conflict.
      const current = error instanceof ApiError && SurveyResponse.safeParse(error.details['current']).data
      if (!current || !(error instanceof ApiError) || error.status !== 409) throw error
      const again = checkedUpdate(row, current, source)
      if (again)
        throw new RowRefusal('entities.surveyResponses.corrections.stale', again.update?.differences ?? [])
    }
  }
