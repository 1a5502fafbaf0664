import {
  CheckCircleOutlined,
  ClockCircleOutlined,
  CloseOutlined,
  ExclamationCircleOutlined,
  LoadingOutlined,
} from '@ant-design/icons'
import { cancelSurveyExport, getSurveyExport } from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyExport } from '@baseline/contract/survey-responses/exports/contract.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useId, useRef, useState } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { formatInstant, formatNumber, installationTimeZone } from '#platform/time.ts'
import { toast } from '#platform/ui/toast.tsx'

import { factsOf, openSmallWindow } from './export-facts.ts'
import {
  exportKey,
  extendExport,
  forgetExport,
  ownExportsKey,
  pollMs,
  renewMs,
  useFollowedExports,
} from './export-jobs.ts'

import './exports.css'

const refetchPause = (job: SurveyExport | undefined): number | false => {
  if (!job || job.status === 'START') return pollMs
  return job.url === null ? false : renewMs
}

/** Time to read that the download has started. */
const downloadNoticeMs = 4_000

const RunningExport = ({ job }: { job: SurveyExport }) => {
  const text =
    job.progress > 0
      ? t('entities.surveyExports.running', { progress: job.progress })
      : t('entities.surveyExports.waiting')
  return (
    <span role="status" className="export-chip-text">
      <LoadingOutlined aria-hidden="true" /> {text}
    </span>
  )
}

/** The list of own exports has the whole warning. */
const smallGroupsOf = ({ smallCells }: SurveyExport): string | null =>
  smallCells && smallCells.count > 0
    ? t('entities.surveyExports.smallCells.short', { count: formatNumber(smallCells.count) })
    : null

/** Leaves the bar automatically after the download. The file stays in the user's list of exports. */
const FinishedExport = ({ job, url }: { job: SurveyExport; url: string }) => {
  const [isDownloaded, setIsDownloaded] = useState(false)
  useEffect(() => {
    if (!isDownloaded) return undefined
    const timer = setTimeout(() => forgetExport(job.id), downloadNoticeMs)
    return () => clearTimeout(timer)
  }, [isDownloaded, job.id])
  const expiryText =
    job.expiresAt &&
    t('entities.surveyExports.keptUntil', {
      until: `${formatInstant(job.expiresAt)} (${installationTimeZone()})`,
    })
  return (
    <>
      <span className="export-chip-facts">
        {[factsOf(job), smallGroupsOf(job)].filter(Boolean).join(' · ')}
      </span>
      {isDownloaded ? (
        <span role="status" className="export-chip-text">
          <CheckCircleOutlined aria-hidden="true" /> {t('entities.surveyExports.downloading')}
        </span>
      ) : (
        <Button
          type="link"
          className="export-chip-text"
          title={[job.fileName, expiryText, job.sha256 && `SHA-256 ${job.sha256}`].filter(Boolean).join('\n')}
          icon={<CheckCircleOutlined aria-hidden="true" />}
          onClick={() => setIsDownloaded(openSmallWindow(url))}
        >
          <span className="export-chip-words">{t('exporter.complete')}</span>
          <span className="export-chip-short" aria-hidden="true">
            {t('entities.surveyExports.own.download')}
          </span>
        </Button>
      )}
    </>
  )
}

const ExpiredExport = () => (
  <span className="export-chip-text" title={t('entities.surveyExports.expired')}>
    <ClockCircleOutlined aria-hidden="true" />{' '}
    <span className="export-chip-words">{t('entities.surveyExports.expired')}</span>
    <span className="export-chip-short" aria-hidden="true">
      {t('entities.surveyExports.expiredShort')}
    </span>
  </span>
)

const reportFailure = ({ failure }: SurveyExport): void =>
  toast.error([t('exporter.failed'), failure].filter(Boolean).join('. '))

/** Shows the reason on every click. */
const FailedExport = ({ job }: { job: SurveyExport }) => (
  <Button
    type="link"
    danger
    className="export-chip-text export-chip-failed"
    title={job.failure ?? undefined}
    icon={<ExclamationCircleOutlined aria-hidden="true" />}
    onClick={() => reportFailure(job)}
  >
    {t('exporter.failed')}
  </Button>
)

const ExportState = ({ job }: { job: SurveyExport }) => {
  if (job.status === 'START') return <RunningExport job={job} />
  if (job.status === 'FAILED') return <FailedExport job={job} />
  return job.url === null ? <ExpiredExport /> : <FinishedExport job={job} url={job.url} />
}

const useExport = (id: string) => {
  const { data: job, error } = useQuery({
    queryKey: exportKey(id),
    queryFn: ({ signal }) => call(getSurveyExport, { params: { id }, signal }),
    refetchInterval: ({ state }) => refetchPause(state.data),
    staleTime: 0,
    // A short network failure must not redirect the user to another page.
    meta: { handlesErrors: true },
  })
  const isGone = error !== null && 'status' in error && error.status === 404
  useEffect(() => {
    if (isGone) forgetExport(id)
  }, [isGone, id])
  const expiresAt = job?.expiresAt
  useEffect(() => {
    if (expiresAt) extendExport(id, Date.parse(expiresAt))
  }, [expiresAt, id])
  return job
}

const useCancel = (id: string) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(cancelSurveyExport, { params: { id } }),
    onSuccess: (cancelled) => {
      queries.setQueryData(exportKey(id), cancelled)
      void queries.invalidateQueries({ queryKey: ownExportsKey })
      toast.success(t('entities.surveyExports.cancelled'))
      forgetExport(id)
    },
  })
}

/** Reports a failure only if the export was seen running, so that new tabs do not repeat old failures. */
const useFailureReport = (job: SurveyExport | undefined, isCancelled: boolean): void => {
  const wasRunning = useRef(false)
  useEffect(() => {
    if (job?.status === 'FAILED' && wasRunning.current && !isCancelled) reportFailure(job)
    wasRunning.current = job?.status === 'START'
  }, [job, isCancelled])
}

const ExportChip = ({ id }: { id: string }) => {
  const name = useId()
  const job = useExport(id)
  const cancel = useCancel(id)
  useFailureReport(job, cancel.isPending || cancel.isSuccess)
  if (!job) return null
  const isRunning = job.status === 'START'
  return (
    <div role="group" aria-labelledby={name} className="export-chip">
      <div className="export-chip-body">
        <span id={name} className="export-chip-name">
          {job.surveyLabel} · {t(`entities.surveyExports.formats.${job.format}`)}
        </span>
        <ExportState job={job} />
      </div>
      <Button
        type="text"
        size="small"
        icon={<CloseOutlined />}
        loading={cancel.isPending}
        aria-label={isRunning ? t('entities.surveyExports.cancel') : t('entities.surveyExports.close')}
        onClick={() => (isRunning ? cancel.mutate() : forgetExport(id))}
      />
    </div>
  )
}

/** Uses the popover API: the browser handles Escape, the Tab key and clicks outside. */
const OtherExports = ({ ids }: { ids: readonly string[] }) => {
  const menu = useId()
  const name = t('entities.surveyExports.others', { count: ids.length })
  return (
    <>
      <Button type="text" size="small" popoverTarget={menu} aria-label={name} title={name}>
        +{ids.length}
      </Button>
      {/* The chips stay mounted while the menu is closed, to report failures. */}
      <ul id={menu} popover="auto" className="export-menu" aria-label={name}>
        {ids.map((id) => (
          <li key={id}>
            <ExportChip id={id} />
          </li>
        ))}
      </ul>
    </>
  )
}

/** Shows the newest export in the top bar of every screen, and a menu with the older ones. spec §4 */
export const ExportChips = () => {
  const [newestId, ...olderIds] = useFollowedExports().toReversed()
  return (
    <div className="export-chips">
      {newestId !== undefined && <ExportChip key={newestId} id={newestId} />}
      {olderIds.length > 0 && <OtherExports ids={olderIds} />}
    </div>
  )
}
