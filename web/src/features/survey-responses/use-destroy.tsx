import { destroySurveyResponses } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponseRow } from '@baseline/contract/survey-responses/response.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { lastAddress, useGo } from '#platform/navigation.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { surveyResponsesList } from './list.ts'
import { paths } from './paths.ts'
import type { ListAddress } from './paths.ts'
import { placeName } from './place-name.ts'

type NamedResponse = Pick<SurveyResponseRow, 'id' | 'displayId' | 'village' | 'districtName'>

export const responseName = (row: NamedResponse): string =>
  [row.displayId, placeName(row)].filter(Boolean).join(' · ')

/**
 * Asks for confirmation, deletes one or more responses, and goes to the list: at the given address, or as
 * last seen. spec §2, §4
 */
export const useDestroy = (address?: ListAddress) => {
  const queries = useQueryClient()
  const go = useGo()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: (rows: readonly NamedResponse[]) =>
      call(destroySurveyResponses, { query: { ids: rows.map(({ id }) => id) } }),
    onSuccess: (_, rows) => {
      toast.success(
        rows.length === 1
          ? t('entities.surveyResponses.destroy.success')
          : t('entities.surveyResponses.destroyAll.success'),
      )
      void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
      go(address ? paths.list(address) : lastAddress(paths.list()))
    },
  })
  const destroy = async (rows: readonly NamedResponse[]): Promise<void> => {
    const count = rows.length
    const isSingle = count === 1
    const isConfirmed = await confirm({
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
      danger: true,
    })
    if (isConfirmed) mutate(rows)
  }
  return { destroy: (rows: readonly NamedResponse[]) => void destroy(rows), isPending, holder }
}
