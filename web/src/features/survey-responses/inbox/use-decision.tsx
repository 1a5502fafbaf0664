import type { IntakeChoice } from '@baseline/contract/intake/choices.ts'
import { decideIntakeItem } from '@baseline/contract/intake/item.ts'
import type { IntakeDetails } from '@baseline/contract/intake/item.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'

import { call } from '#platform/api.ts'
import { ApiError } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { formatInstant } from '#platform/time.ts'
import { toastError } from '#platform/toast-error.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { surveyResponsesList } from '../list.ts'
import { responseKey } from '../response-key.ts'
import { inboxList } from './list.ts'

export const itemKey = (id: string) => ['intake', id]

const bodyOf = (choice: IntakeChoice, comment: string) => {
  const words = comment.trim() === '' ? {} : { comment }
  if (choice === 'edit' || choice === 'new') return { action: 'accept', storeAs: choice, ...words } as const
  return { action: choice, ...words }
}

const textOf = (choice: IntakeChoice, { state }: IntakeDetails): string =>
  choice === 'new' && state === 'receiving'
    ? t('entities.intake.confirm.new.incomplete')
    : t(`entities.intake.confirm.${choice}.text`)

/** Asks for confirmation, then carries out a decision. `onDone` runs once the interview has left the inbox. */
export const useDecision = (item: IntakeDetails, onDone: () => void) => {
  const queries = useQueryClient()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ choice, comment }: { choice: IntakeChoice; comment: string }) =>
      call(decideIntakeItem, {
        params: { id: item.id },
        body: bodyOf(choice, comment),
        ...(item.response && { ifMatch: item.response.version }),
      }),
    onSuccess: ({ state, responseId }, { choice }) => {
      const isDecided = state === 'stored' || state === 'discarded'
      toast.success(t(isDecided ? `entities.intake.done.${choice}` : 'entities.intake.done.waits'))
      if (isDecided) onDone()
      else void queries.invalidateQueries({ queryKey: itemKey(item.id) })
      for (const { name } of [inboxList, surveyResponsesList])
        void queries.invalidateQueries({ queryKey: listKey(name) })
      if (responseId !== null) void queries.invalidateQueries({ queryKey: responseKey(responseId) })
    },
    onError: (error) => {
      toastError(error)
      // Shows the differences from the newer version of the response.
      if (error instanceof ApiError && error.status === 409)
        void queries.invalidateQueries({ queryKey: itemKey(item.id) })
    },
    meta: { handlesErrors: true },
  })
  const decide = async (choice: IntakeChoice, comment: string): Promise<void> => {
    const isConfirmed = await confirm({
      title: t(`entities.intake.confirm.${choice}.title`),
      text: textOf(choice, item),
      names: [
        [item.response?.displayId, item.deviceLabel, formatInstant(item.receivedAt)]
          .filter(Boolean)
          .join(' · '),
      ],
      action: t(`entities.intake.choices.${choice}`),
      danger: choice === 'discard',
    })
    if (isConfirmed) mutate({ choice, comment })
  }
  return {
    decide: (choice: IntakeChoice, comment: string) => void decide(choice, comment),
    isPending,
    holder,
  }
}
