import { updateSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import { call } from '#platform/api.ts'
import { ApiError } from '#platform/errors.ts'
import { RowRefusal } from '#platform/importer/import-run.ts'
import type { SendRow } from '#platform/importer/import-run.ts'

import { checkedUpdate } from './prepare.ts'
import type { UpdateData, UpdateSource } from './prepare.ts'

/**
 * Applies a changed row like the form does. If the answer to an earlier attempt was lost, the record already is as the
 * row wants it: that is no conflict. A record that was edited in the meantime is refused with its difference.
 */
export const sendUpdate =
  (source: UpdateSource): SendRow =>
  async (row, _key, signal) => {
    const { id, version, data } = row.data as unknown as UpdateData // made by checkedUpdate()
    try {
      await call(updateSurveyResponse, { params: { id }, body: { id, data }, ifMatch: version, signal })
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      const current = error.details['current'] as SurveyResponse // the server sends the record with a conflict
      const { row: file } = row.data as unknown as UpdateData
      const again = checkedUpdate({ ...row, data: { ...file } }, current, source)
      if (!again) return
      throw new RowRefusal('entities.surveyResponses.update.stale', again.update?.differences ?? [])
    }
  }
