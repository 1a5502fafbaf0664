import { DownloadOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useEffect, useRef, useSyncExternalStore } from 'react'

import { UnsavedGuard } from '../form/unsaved-guard.tsx'
import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'
import { LinkButton } from '../ui/path-link.tsx'
import { CheckTable } from './check-table.tsx'
import type { ImportColumn } from './columns.ts'
import { DifferencesTable } from './differences-table.tsx'
import type { Counts, ImportRows, ImportShape } from './import-rows.ts'
import type { ImportRun, Phase } from './import-run.ts'
import { columnText } from './texts.ts'
import type { Importer } from './use-importer.ts'

type Plural =
  | 'good'
  | 'bad'
  | 'digits'
  | 'start'
  | 'downloadErrors'
  | 'result.imported'
  | 'result.before'
  | 'result.bad'
  | 'strays'
type UpdatePlural = 'good' | 'changes' | 'bad' | 'unchanged' | 'start' | 'result.imported' | 'result.bad'

const pluralForm = (count: number) => (count === 1 ? ('one' as const) : ('many' as const))

const countText = (key: Plural, count: number, name = ''): string =>
  t(`importer.${key}.${pluralForm(count)}`, { count: formatNumber(count), name })

const updateCountText = (key: UpdatePlural, count: number): string =>
  t(`importer.update.${key}.${pluralForm(count)}`, { count: formatNumber(count) })

interface RunSummary {
  counts: Counts
  rows: ImportRows
  mode: Importer['mode']
  unchanged: number
}

const formatCheck = ({ counts: { pending, bad }, mode, rows, unchanged }: RunSummary): string[] => {
  if (mode !== 'update') return [countText('good', pending), ...(bad > 0 ? [countText('bad', bad)] : [])]
  const changes = rows
    .indexesInGroup('pending')
    .reduce((sum, index) => sum + (rows.rows[index]?.update?.differences.length ?? 0), 0)
  return [
    `${updateCountText('good', pending)} (${updateCountText('changes', changes)})`,
    ...(bad > 0 ? [updateCountText('bad', bad)] : []),
    updateCountText('unchanged', unchanged),
  ]
}

const formatResult = ({ counts: { imported, before, bad }, mode, unchanged }: RunSummary): string[] =>
  mode === 'update'
    ? [
        updateCountText('result.imported', imported),
        ...(bad > 0 ? [updateCountText('result.bad', bad)] : []),
        updateCountText('unchanged', unchanged),
      ]
    : [
        countText('result.imported', imported),
        ...(before > 0 ? [countText('result.before', before)] : []),
        ...(bad > 0 ? [countText('result.bad', bad)] : []),
      ]

const phaseText = (phase: Phase, isWaiting: boolean): string => {
  if (phase === 'pausing') return t('importer.pausing')
  if (phase === 'paused') return t('importer.paused')
  return isWaiting ? t('importer.waiting') : ''
}

/** Shows the progress: rows that are no longer pending, of all rows. spec §4 */
const ProgressLine = ({ counts, phase, isWaiting }: { counts: Counts; phase: Phase; isWaiting: boolean }) => {
  const processed = counts.all - counts.pending
  // Rounds down, so that 100 % means complete.
  const percent = Math.floor((processed / counts.all) * 100)
  return (
    <div className="import-progress">
      <Progress
        percent={percent}
        status={phase === 'done' ? 'success' : phase === 'running' && !isWaiting ? 'active' : 'normal'}
        aria-label={t('importer.progress')}
      />
      <p>{t('importer.processed', { 0: formatNumber(processed), 1: formatNumber(counts.all) })}</p>
      <p role="status">{phaseText(phase, isWaiting)}</p>
    </div>
  )
}

/** Warns about numbers where digits are required: Excel may have dropped leading zeros. */
export const DigitNotes = ({ rows, columns }: { rows: ImportRows; columns: readonly ImportColumn[] }) =>
  columns
    .map((column) => ({
      column,
      count: column.digits ? rows.rows.filter(({ numbers }) => numbers.includes(column.key)).length : 0,
    }))
    .filter(({ count }) => count > 0)
    .map(({ column, count }) => (
      <Alert
        key={column.key}
        type="warning"
        showIcon
        title={countText('digits', count, columnText(column.label))}
      />
    ))

const toneOf = (phase: Phase, { bad, pending }: Counts) => {
  if (phase === 'done') return bad > 0 ? ('warning' as const) : ('success' as const)
  return bad > 0 ? (pending > 0 ? ('warning' as const) : ('error' as const)) : ('info' as const)
}

interface RunStepProps {
  run: ImportRun
  fileName: string
  shape: ImportShape
  mode: Importer['mode']
  /** Number of rows without changes. */
  unchanged: number
  listPath: string
  onAnother: () => void
  onErrors: () => void
}

interface ActionsProps extends Pick<RunStepProps, 'run' | 'listPath' | 'onAnother' | 'onErrors' | 'mode'> {
  counts: Counts
  phase: Phase
}

/** Buttons for the next actions; the most likely one is primary. */
const Actions = ({ run, listPath, onAnother, onErrors, counts, phase, mode }: ActionsProps) => {
  const isActive = phase === 'running' || phase === 'pausing'
  return (
    <div className="import-actions">
      {phase === 'checked' && counts.pending > 0 && (
        <Button type="primary" onClick={() => void run.start()}>
          {mode === 'update' ? updateCountText('start', counts.pending) : countText('start', counts.pending)}
        </Button>
      )}
      {isActive && (
        <Button onClick={() => run.pause()} disabled={phase === 'pausing'}>
          {t('importer.pause')}
        </Button>
      )}
      {phase === 'paused' && (
        <Button type="primary" onClick={() => void run.start()}>
          {t('importer.resume')}
        </Button>
      )}
      {counts.bad > 0 && !isActive && (
        <Button
          type={phase === 'done' ? 'primary' : 'default'}
          icon={<DownloadOutlined aria-hidden="true" />}
          onClick={onErrors}
        >
          {countText('downloadErrors', counts.bad)}
        </Button>
      )}
      {phase === 'done' && (
        <LinkButton type={counts.bad > 0 ? 'default' : 'primary'} to={listPath}>
          {t('importer.showRecords')}
        </LinkButton>
      )}
      {(phase === 'checked' || phase === 'done') && (
        <Button onClick={onAnother}>{t('importer.another')}</Button>
      )}
    </div>
  )
}

/**
 * Shows the result of the check, then the progress of the import. Nothing is sent before the user has seen
 * the check.
 */
export const RunStep = (props: RunStepProps) => {
  const { run, fileName, shape, mode, unchanged } = props
  const { rows } = run
  const counts = useSyncExternalStore(rows.subscribe, rows.counts)
  const { phase, isWaiting } = useSyncExternalStore(run.subscribe, run.state)
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button may be gone; moves the focus to the heading.
  useEffect(() => {
    if (document.activeElement === document.body || phase === 'checked') heading.current?.focus()
  }, [phase])
  const summary = { counts, rows, mode, unchanged }
  const summaryTexts = phase === 'done' ? formatResult(summary) : formatCheck(summary)
  const Table = mode === 'update' ? DifferencesTable : CheckTable
  return (
    <>
      <UnsavedGuard
        isDirty={() => ['running', 'pausing', 'paused'].includes(run.state().phase)}
        texts={{
          title: t('importer.leave.title'),
          text: t('importer.leave.text'),
          stay: t('importer.leave.stay'),
          leave: t('importer.leave.leave'),
        }}
      />
      <section className="import-summary" aria-labelledby="import-file-name">
        <h2 id="import-file-name" ref={heading} tabIndex={-1}>
          {fileName}
        </h2>
        {(phase === 'checked' || phase === 'done') && (
          <Alert
            type={toneOf(phase, counts)}
            showIcon
            role="status"
            title={summaryTexts.join(' · ')}
            description={
              phase === 'done'
                ? counts.bad > 0 && t('importer.result.hint')
                : [t('importer.nothingSent'), counts.bad > 0 && t('importer.badHint')]
                    .filter(Boolean)
                    .join(' ')
            }
          />
        )}
        {phase === 'checked' && <DigitNotes rows={rows} columns={shape.columns} />}
        {rows.strayCount > 0 && <Alert type="error" showIcon title={countText('strays', rows.strayCount)} />}
        {phase !== 'checked' && <ProgressLine counts={counts} phase={phase} isWaiting={isWaiting} />}
        <Actions {...props} counts={counts} phase={phase} />
      </section>
      {counts.all > 0 && <Table rows={rows} counts={counts} shape={shape} />}
    </>
  )
}
