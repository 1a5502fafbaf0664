import { useMutation, useQueryClient } from '@tanstack/react-query'

import { useGo } from '../navigation.ts'
import type { Question } from '../ui/confirm-dialog.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import { toast } from '../ui/toast.tsx'
import { listKey } from './use-list.ts'

interface DestroyOptions<Row> {
  /** Name of the list, which is loaded again. */
  list: string
  listPath: () => string
  destroy: (ids: string[]) => Promise<unknown>
  questionOf: (rows: readonly Row[]) => Omit<Question, 'danger'>
  successText: (count: number) => string
}

/** Asks for confirmation, deletes one or more records, and goes to their list. spec §2, §4, §8 */
export const useDestroyRecords = <Row extends { id: string }>(options: DestroyOptions<Row>) => {
  const queries = useQueryClient()
  const go = useGo()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: (rows: readonly Row[]) => options.destroy(rows.map(({ id }) => id)),
    onSuccess: (_, rows) => {
      toast.success(options.successText(rows.length))
      void queries.invalidateQueries({ queryKey: listKey(options.list) })
      go(options.listPath())
    },
  })
  const destroy = async (rows: readonly Row[]): Promise<void> => {
    if (await confirm({ ...options.questionOf(rows), danger: true })) mutate(rows)
  }
  return { destroy: (rows: readonly Row[]) => void destroy(rows), isPending, holder }
}
