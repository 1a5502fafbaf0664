import { updateSurveyResponse } from '@baseline/contract/survey-responses/contract.ts'
import { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import { call } from '#platform/api.ts'
import { serverConflict } from '#platform/error-details.ts'
import { RowRefusal } from '#platform/importer/import-run.ts'
import type { SendRow } from '#platform/importer/import-run.ts'

import { checkUpdate } from './prepare.ts'
import type { UpdateSource } from './prepare.ts'

/**
 * Returns a function that saves a changed row like the form does. If the response to an earlier attempt was
 * lost, the record already has the values of the row, which is not a conflict. If the record was edited in the
 * meantime, the function refuses the row with its differences.
 */
export const createUpdateSender =
  (source: UpdateSource): SendRow =>
  async (row, _key, signal) => {
    const update = source.updates.get(row.line)
    if (!update) throw new Error('no update was prepared for this row')
    const { id, version, data } = update
    try {
      await call(updateSurveyResponse, { params: { id }, body: { id, data }, ifMatch: version, signal })
    } catch (error) {
      const current = SurveyResponse.safeParse(serverConflict(error)?.current).data
      if (!current) throw error
      const recheckedRow = checkUpdate(row, current, source)
      if (recheckedRow)
        throw new RowRefusal(
          'entities.surveyResponses.corrections.stale',
          recheckedRow.update?.differences ?? [],
        )
    }
  }
