import { undoResponseStatus } from '@baseline/contract/survey-responses/undo.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

import { call } from '#platform/api.ts'
import { isUncertain } from '#platform/errors.ts'
import { t } from '#platform/i18n.ts'
import { listKey } from '#platform/list/use-list.ts'
import { useGo } from '#platform/navigation.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

import { surveyResponsesList } from '../list.ts'
import { paths } from '../paths.ts'
import { responseKey } from '../response-key.ts'
import { statusText } from '../response-status.tsx'
import { restoreDraft } from './drafts.ts'
import { forgetUndoable } from './undo-stack.ts'
import type { UndoableDecision } from './undo-stack.ts'

/**
 * Undoes a decision and goes back to its response. Also works after the page is left, because the toast may
 * stay longer.
 */
export const useUndoDecision = () => {
  const queries = useQueryClient()
  const go = useGo()
  const isBusy = useRef(false)
  return useCallback(
    async (undoable: UndoableDecision): Promise<void> => {
      if (isBusy.current) return
      isBusy.current = true
      const { record, address, comment, key, userId } = undoable
      try {
        const restored = await call(undoResponseStatus, {
          params: { id: record.id },
          ifMatch: record.version,
          idempotencyKey: key,
        })
        forgetUndoable(undoable)
        restoreDraft(userId, record.id, comment)
        void queries.invalidateQueries({ queryKey: listKey(surveyResponsesList.name) })
        void queries.invalidateQueries({ queryKey: responseKey(record.id) })
        queries.setQueryData(responseKey(record.id), restored)
        toast.success(
          t('entities.surveyResponses.review.undo.done', {
            displayId: restored.displayId,
            status: statusText(restored.status),
          }),
        )
        go(paths.view(record.id, address))
      } catch (error) {
        // Keeps the undo for a retry if the server did not respond. The idempotency key prevents a second
        // undo.
        if (!isUncertain(error)) forgetUndoable(undoable)
        toastError(error)
      } finally {
        isBusy.current = false
      }
    },
    [queries, go],
  )
}
