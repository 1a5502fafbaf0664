import { destroySurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { useDestroyRecords } from '#platform/list/use-destroy-records.ts'
import { lastAddress } from '#platform/navigation.ts'

import { surveyResponsesList } from './list.ts'
import { paths } from './paths.ts'
import type { ListAddress } from './paths.ts'
import { placeName } from './place-name.ts'

type NamedResponse = Pick<SurveyResponseRow, 'id' | 'displayId' | 'village' | 'districtName'>

export const responseName = (row: NamedResponse): string =>
  [row.displayId, placeName(row)].filter(Boolean).join(' · ')

const questionOf = (rows: readonly NamedResponse[]) => {
  const count = rows.length
  const isSingle = count === 1
  return {
    title: isSingle
      ? t('entities.surveyResponses.confirmDestroy.one')
      : t('entities.surveyResponses.confirmDestroy.many', { count }),
    text: isSingle
      ? t('entities.surveyResponses.confirmDestroy.text.one')
      : t('entities.surveyResponses.confirmDestroy.text.many'),
    names: rows.map(responseName),
    action: isSingle
      ? t('entities.surveyResponses.confirmDestroy.action.one')
      : t('entities.surveyResponses.confirmDestroy.action.many', { count }),
  }
}

/** Deletes responses, and goes to the list: at the given address, or as last seen. */
export const useDestroy = (address?: ListAddress) =>
  useDestroyRecords({
    list: surveyResponsesList.name,
    listPath: () => (address ? paths.list(address) : lastAddress(paths.list())),
    destroy: (ids) => call(destroySurveyResponses, { query: { ids } }),
    questionOf,
    successText: (count) =>
      count === 1
        ? t('entities.surveyResponses.destroy.success')
        : t('entities.surveyResponses.destroyAll.success'),
  })
