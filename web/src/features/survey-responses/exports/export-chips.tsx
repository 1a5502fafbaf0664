import {
  CheckCircleOutlined,
  CloseOutlined,
  DownloadOutlined,
  ExclamationCircleOutlined,
} from '@ant-design/icons'
import { cancelSurveyExport, getSurveyExport } from '@baseline/contract/survey-exports/contract.ts'
import type { SurveyExport } from '@baseline/contract/survey-exports/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { formatInstant, formatNumber } from '#platform/time.ts'
import { toast } from '#platform/ui/toast.tsx'

import { forgetExport, useFollowedExports } from './export-jobs.ts'

import './exports.css'

/** spec §4, §9 */
const pollMs = 5_000
/** The address in an answer opens the file for ten minutes at least. */
const renewMs = 240_000

const pauseAfter = (job: SurveyExport | undefined): number | false => {
  if (!job || job.status === 'START') return pollMs
  return job.url === null ? false : renewMs
}

/** Saving needs no page of its own, so the window is a small one. spec §4 */
const openSmallWindow = (url: string): void => {
  window.open(url, '_blank', 'popup,width=480,height=320')
}

const Running = ({ job }: { job: SurveyExport }) => {
  const about = { survey: job.surveyLabel }
  const text =
    job.progress > 0
      ? t('entities.surveyExports.running', { ...about, progress: job.progress })
      : t('entities.surveyExports.waiting', about)
  return (
    <span role="status" className="export-chip-text" title={text}>
      <DownloadOutlined aria-hidden="true" /> <span className="export-chip-words">{text}</span>
      <span className="export-chip-short" aria-hidden="true">
        {job.progress} %
      </span>
    </span>
  )
}

const Finished = ({ job }: { job: SurveyExport }) => {
  const about = t('entities.surveyExports.rows', {
    count: formatNumber(job.rowCount ?? 0),
    until: job.expiresAt ? formatInstant(job.expiresAt) : '',
  })
  return (
    <Button
      type="link"
      className="export-chip-text"
      title={[job.fileName, about, job.sha256 && `SHA-256 ${job.sha256}`].filter(Boolean).join('\n')}
      icon={<CheckCircleOutlined aria-hidden="true" />}
      onClick={() => job.url && openSmallWindow(job.url)}
    >
      <span className="export-chip-words">{t('exporter.complete')}</span>
    </Button>
  )
}

const Failed = ({ job }: { job: SurveyExport }) => (
  <span className="export-chip-text export-chip-failed" title={job.failure ?? undefined}>
    <ExclamationCircleOutlined aria-hidden="true" />{' '}
    <span className="export-chip-words">{t('exporter.failed')}</span>
  </span>
)

const ExportChip = ({ id }: { id: string }) => {
  const queries = useQueryClient()
  const queryKey = ['survey-exports', id]
  const { data: job, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => call(getSurveyExport, { params: { id }, signal }),
    refetchInterval: ({ state }) => pauseAfter(state.data),
    staleTime: 0,
    // A line that is away for a moment must not take anybody to another page.
    meta: { handlesErrors: true },
  })
  const cancel = useMutation({
    mutationFn: () => call(cancelSurveyExport, { params: { id } }),
    onSuccess: (cancelled) => {
      queries.setQueryData(queryKey, cancelled)
      if (cancelled.status !== 'FAILED') return
      toast.success(t('entities.surveyExports.cancelled'))
      forgetExport(id)
    },
  })
  const failed = job?.status === 'FAILED' && !cancel.isPending && !cancel.isSuccess
  useEffect(() => {
    if (failed) toast.error([t('exporter.failed'), job.failure].filter(Boolean).join('. '))
    // Once, however often it is rendered meanwhile.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [failed])
  const gone = error !== null && 'status' in error && error.status === 404
  useEffect(() => {
    if (gone) forgetExport(id)
  }, [gone, id])
  if (!job) return null
  return (
    <div className="export-chip">
      {job.status === 'START' && <Running job={job} />}
      {job.status === 'SUCCESS' && <Finished job={job} />}
      {job.status === 'FAILED' && <Failed job={job} />}
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        loading={cancel.isPending}
        aria-label={
          job.status === 'START' ? t('entities.surveyExports.cancel') : t('entities.surveyExports.close')
        }
        onClick={() => (job.status === 'START' ? cancel.mutate() : forgetExport(id))}
      />
    </div>
  )
}

/** In the top bar, on whatever screen: what is being exported, and the way to what is finished. spec §4 */
export const ExportChips = () => (
  <div className="export-chips">
    {useFollowedExports().map((id) => (
      <ExportChip key={id} id={id} />
    ))}
  </div>
)
