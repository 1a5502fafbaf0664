import { assignReviews, listReviewers } from '@baseline/contract/survey-responses/assign-reviews.ts'
import type { listQueue } from '@baseline/contract/survey-responses/desk.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Modal, Select } from 'antd'
import { useId, useState } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import type { AllMatches } from '#platform/list/use-all-matches.ts'
import { listKey } from '#platform/list/use-list.ts'
import { formatNumber } from '#platform/time.ts'
import { toastError } from '#platform/toast-error.ts'
import { toast } from '#platform/ui/toast.tsx'

import { queueList } from './list.ts'

type Target = { ids: string[] } | Pick<AllMatches<typeof listQueue>, 'filter'>

/** The value of the option that removes the reviewer. */
const nobody = 'nobody'

const AssignDialog = ({ target, onClose }: { target: Target; onClose: () => void }) => {
  const field = useId()
  const queries = useQueryClient()
  const [chosen, setChosen] = useState<string>()
  const reviewers = useQuery({
    queryKey: ['reviewers'],
    queryFn: ({ signal }) => call(listReviewers, { signal }),
    staleTime: 0,
  })
  const assign = useMutation({
    mutationFn: (value: string) =>
      call(assignReviews, { body: { ...target, reviewerId: value === nobody ? null : value } }),
    onSuccess: ({ count }, value) => {
      const name = reviewers.data?.find(({ id }) => id === value)?.name
      const texts = { count: formatNumber(count), name }
      toast.success(
        name === undefined
          ? t('entities.review.assign.removed', texts)
          : t('entities.review.assign.done', { ...texts, name }),
      )
      void queries.invalidateQueries({ queryKey: listKey(queueList.name) })
      onClose()
    },
    onError: toastError,
    meta: { handlesErrors: true },
  })
  return (
    <Modal
      open
      title={t('entities.review.assign.title')}
      okText={t('entities.review.assign.action')}
      cancelText={t('common.cancel')}
      okButtonProps={{ disabled: chosen === undefined }}
      confirmLoading={assign.isPending}
      onOk={() => chosen !== undefined && assign.mutate(chosen)}
      onCancel={onClose}
    >
      <label htmlFor={field}>{t('entities.review.fields.reviewer')}</label>
      <Select
        id={field}
        className="desk-field"
        showSearch={{ optionFilterProp: 'label' }}
        disabled={reviewers.isPending}
        loading={reviewers.isPending}
        placeholder={t('entities.review.assign.choose')}
        value={chosen ?? null}
        options={[
          { value: nobody, label: t('entities.review.assign.nobody') },
          ...(reviewers.data ?? []).map(({ id, name, assigned }) => ({
            value: id,
            label: t('entities.review.assign.option', { name, count: formatNumber(assigned) }),
          })),
        ]}
        onChange={(value: string | null) => setChosen(value ?? undefined)}
      />
    </Modal>
  )
}

/** Assigns the chosen responses to a reviewer. */
export const AssignButton = ({ target }: { target: Target }) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('entities.review.assign.open')}</Button>
      {isOpen && <AssignDialog target={target} onClose={() => setOpen(false)} />}
    </>
  )
}
