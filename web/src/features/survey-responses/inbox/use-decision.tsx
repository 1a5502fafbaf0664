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
import { useTimeZone } from '#platform/ui/time-zone.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { surveyResponsesList } from '../list.ts'
import { responseKey } from '../response-key.ts'
import { responseNote } from './explanation.ts'
import { inboxList } from './list.ts'

export const itemKey = (id: string) => ['intake', id]

const bodyOf = (choice: IntakeChoice, comment: string) => {
  const words = comment.trim() === '' ? {} : { comment }
  if (choice === 'edit' || choice === 'new') return { action: 'accept', storeAs: choice, ...words } as const
  return { action: choice, ...words }
}

const textOf = (choice: IntakeChoice, { state, response }: IntakeDetails): string => {
  if (choice !== 'new') return t(`entities.intake.confirm.${choice}.text`)
  if (state === 'receiving') return t('entities.intake.confirm.new.incomplete')
  return response ? t('entities.intake.confirm.new.text') : responseNote({ state, response })
}

const isDecided = (state: string): boolean => state === 'stored' || state === 'discarded'

interface DecisionCallbacks {
  /** Runs once the interview has left the inbox, also if the user has left the page. */
  onDecided: () => void
  /** Runs after `onDecided`, unless the user has left the page. */
  onLeave: () => void
}

/** Asks for confirmation, then carries out a decision. */
export const useDecision = (item: IntakeDetails, { onDecided, onLeave }: DecisionCallbacks) => {
  const queries = useQueryClient()
  const timeZone = useTimeZone()
  const [confirm, holder] = useConfirm()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ choice, comment }: { choice: IntakeChoice; comment: string }) =>
      call(decideIntakeItem, {
        params: { id: item.id },
        body: bodyOf(choice, comment),
        ...(item.response && { ifMatch: item.response.version }),
      }),
    onSuccess: ({ state, responseId }, { choice }) => {
      toast.success(t(isDecided(state) ? `entities.intake.done.${choice}` : 'entities.intake.done.waits'))
      if (isDecided(state)) onDecided()
      else void queries.invalidateQueries({ queryKey: itemKey(item.id) })
      for (const { name } of [inboxList, surveyResponsesList])
        void queries.invalidateQueries({ queryKey: listKey(name) })
      if (responseId !== null) void queries.invalidateQueries({ queryKey: responseKey(responseId) })
    },
    onError: (error) => {
      toastError(error)
      if (!(error instanceof ApiError)) return
      const wasDecided = error.code === 'entities.intake.errors.decided'
      // After a conflict, shows the differences from the newer version of the response.
      if (wasDecided || error.status === 409) void queries.invalidateQueries({ queryKey: itemKey(item.id) })
      if (wasDecided) void queries.invalidateQueries({ queryKey: listKey(inboxList.name) })
    },
    meta: { handlesErrors: true },
  })
  const decide = async (choice: IntakeChoice, comment: string): Promise<void> => {
    const isConfirmed = await confirm({
      title: t(`entities.intake.confirm.${choice}.title`),
      text: textOf(choice, item),
      names: [
        [item.response?.displayId, item.deviceLabel, formatInstant(item.receivedAt, timeZone)]
          .filter(Boolean)
          .join(' · '),
      ],
      action: t(`entities.intake.choices.${choice}`),
      danger: choice === 'discard',
    })
    if (!isConfirmed) return
    mutate(
      { choice, comment },
      // Not called after the page is left: a user who has moved on is not redirected.
      { onSuccess: ({ state }) => isDecided(state) && onLeave() },
    )
  }
  return {
    decide: (choice: IntakeChoice, comment: string) => void decide(choice, comment),
    isPending,
    holder,
  }
}
