import { DeleteOutlined, DownloadOutlined } from '@ant-design/icons'
import { smallCellSize } from '@baseline/contract/personal-data.ts'
import {
  cancelSurveyExport,
  listSurveyExports,
} from '@baseline/contract/survey-responses/exports/contract.ts'
import type { SurveyExport } from '@baseline/contract/survey-responses/exports/contract.ts'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Drawer, Empty, Pagination, Progress, Skeleton, Tag } from 'antd'
import { useState } from 'react'

import { call } from '#platform/api.ts'
import { t } from '#platform/i18n.ts'
import { formatInstant, formatNumber } from '#platform/time.ts'
import { Instant, TimeZone, TimeZoneNote } from '#platform/ui/time-zone.tsx'
import { toast } from '#platform/ui/toast.tsx'

import { factsOf, openSmallWindow } from './export-facts.ts'
import { exportKey, forgetExport, ownExportsKey, pollMs, renewMs } from './export-jobs.ts'
import { formatFilter } from './format-filter.ts'

import './exports.css'

const pageSize = 20

const useOwnExports = (page: number) =>
  useQuery({
    queryKey: [...ownExportsKey, page],
    queryFn: ({ signal }) =>
      call(listSurveyExports, { query: { limit: pageSize, offset: (page - 1) * pageSize }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.rows.some(({ status }) => status === 'START') ? pollMs : renewMs,
    staleTime: 0,
    placeholderData: keepPreviousData,
  })

/** Cancels a running export, or removes the file of a finished one. */
const useRemove = ({ id, status }: SurveyExport) => {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(cancelSurveyExport, { params: { id } }),
    onSuccess: (removedJob) => {
      queries.setQueryData(exportKey(id), removedJob)
      forgetExport(id)
      toast.success(t(`entities.surveyExports.${status === 'START' ? 'cancelled' : 'own.removed'}`))
      return queries.invalidateQueries({ queryKey: ownExportsKey })
    },
  })
}

const State = ({ job }: { job: SurveyExport }) => {
  if (job.status === 'FAILED')
    return (
      <p className="own-export-failed">{[t('exporter.failed'), job.failure].filter(Boolean).join('. ')}</p>
    )
  if (job.status === 'START')
    return job.progress === 0 ? (
      <p>{t('entities.surveyExports.waiting')}</p>
    ) : (
      <Progress percent={job.progress} aria-label={t('entities.surveyExports.own.progress')} />
    )
  const expiry = job.url && job.expiresAt && { until: formatInstant(job.expiresAt) }
  return (
    <p>
      {[
        factsOf(job),
        expiry ? t('entities.surveyExports.keptUntil', expiry) : t('entities.surveyExports.expiredShort'),
      ].join(' · ')}
    </p>
  )
}

/** Warns of households that could be recognised in a file without personal data. */
const SmallCellsWarning = ({ smallCells }: Pick<SurveyExport, 'smallCells'>) =>
  smallCells && smallCells.count > 0 ? (
    <Alert
      type="warning"
      showIcon
      title={t('entities.surveyExports.smallCells.warning', {
        count: formatNumber(smallCells.count),
        responses: formatNumber(smallCells.responses),
        size: smallCellSize,
        columns: smallCells.columns.join(', '),
      })}
    />
  ) : null

const Actions = ({ job }: { job: SurveyExport }) => {
  const remove = useRemove(job)
  const { url } = job
  if (job.status === 'START')
    return (
      <Button size="small" loading={remove.isPending} onClick={() => remove.mutate()}>
        {t('entities.surveyExports.cancel')}
      </Button>
    )
  if (url === null) return null
  return (
    <>
      <Button
        size="small"
        type="primary"
        icon={<DownloadOutlined aria-hidden="true" />}
        title={[job.fileName, job.sha256 && `SHA-256 ${job.sha256}`].filter(Boolean).join('\n')}
        onClick={() => {
          if (openSmallWindow(url)) forgetExport(job.id)
        }}
      >
        {t('entities.surveyExports.own.download')}
      </Button>
      <Button
        size="small"
        icon={<DeleteOutlined aria-hidden="true" />}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t('entities.surveyExports.own.removeFile')}
      </Button>
    </>
  )
}

const OwnExport = ({ job }: { job: SurveyExport }) => (
  <li className="own-export">
    <h2>
      {job.surveyLabel} · {t(`entities.surveyExports.formats.${job.format}`)}
      {job.personalData && <Tag>{t('entities.surveyExports.fields.personalData')}</Tag>}
    </h2>
    <p className="own-export-about">
      <Instant at={job.createdAt} /> · {formatFilter(job.filter)}
    </p>
    <State job={job} />
    {job.url !== null && <SmallCellsWarning smallCells={job.smallCells} />}
    <div className="own-export-actions">
      <Actions job={job} />
    </div>
  </li>
)

/** Lists the exports that the current user started, from any browser. */
export const OwnExports = ({ onClose }: { onClose: () => void }) => {
  const [page, setPage] = useState(1)
  const { data } = useOwnExports(page)
  return (
    <TimeZone zone={null}>
      <Drawer open title={t('entities.surveyExports.own.title')} size={520} onClose={onClose}>
        <p className="own-exports-intro">
          {t('entities.surveyExports.own.intro')} <TimeZoneNote />
        </p>
        {!data && <Skeleton active />}
        {data?.count === 0 && (
          <Empty
            image={Empty.PRESENTED_IMAGE_SIMPLE}
            description={
              <>
                <strong>{t('entities.surveyExports.own.empty')}</strong>
                <br />
                {t('entities.surveyExports.own.emptyHint')}
              </>
            }
          />
        )}
        <ul className="own-exports" aria-label={t('entities.surveyExports.own.title')}>
          {data?.rows.map((job) => (
            <OwnExport key={job.id} job={job} />
          ))}
        </ul>
        {data && data.count > pageSize && (
          <Pagination
            size="small"
            current={page}
            pageSize={pageSize}
            total={data.count}
            showSizeChanger={false}
            onChange={setPage}
          />
        )}
      </Drawer>
    </TimeZone>
  )
}
