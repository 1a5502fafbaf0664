import { changeSurveyStatus } from '@baseline/contract/surveys/contract.ts'
import type { Survey } from '@baseline/contract/surveys/contract.ts'
import type { SurveyStatus } from '@baseline/contract/surveys/master.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { toastError } from '#platform/toast-error.ts'
import { useConfirm } from '#platform/ui/confirm.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { surveyKey } from '../query-keys.ts'
import { useRefreshSurvey } from '../use-refresh.ts'

/** The next status in the life of a survey; a closed one can be opened again. */
const nextStatus = { draft: 'open', open: 'closed', closed: 'open' } as const satisfies Record<
  SurveyStatus,
  SurveyStatus
>

/** Opens or closes a survey, after a confirmation that says what changes. */
export const StatusButton = ({ survey }: { survey: Survey }) => {
  const queries = useQueryClient()
  const refresh = useRefreshSurvey()
  const [confirm, holder] = useConfirm()
  const status = nextStatus[survey.status]
  const { mutate, isPending } = useMutation({
    mutationFn: () => call(changeSurveyStatus, { params: { id: survey.id }, body: { status } }),
    onSuccess: (changed) => {
      queries.setQueryData(surveyKey(survey.id), changed)
      refresh(survey.id)
      toast.success(t(`entities.surveys.status.${status}.success`))
    },
    onError: toastError,
    meta: { handlesErrors: true },
  })
  const ask = async () => {
    const isConfirmed = await confirm({
      title: t(`entities.surveys.status.${status}.question`, { label: survey.label }),
      names: [],
      text: t(`entities.surveys.status.${status}.text`),
      action: t(`entities.surveys.status.${status}.action`),
    })
    if (isConfirmed) mutate()
  }
  return (
    <>
      {holder}
      <Button type={status === 'open' ? 'primary' : 'default'} loading={isPending} onClick={() => void ask()}>
        {t(`entities.surveys.status.${status}.action`)}
      </Button>
    </>
  )
}
