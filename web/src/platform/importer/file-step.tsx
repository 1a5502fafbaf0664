import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'
import { useDropZone } from '../use-drop-zone.ts'
import type { Refusal } from './checked-row.ts'
import type { ReadProgress } from './import-worker.ts'
import { importLimits, maxRows } from './limits.ts'

const megabytes = (bytes: number): string => `${String(bytes / 1_000_000)} MB`
const maxFileSize = megabytes(importLimits.fileBytes)
const maxUnpackedSize = megabytes(importLimits.partBytes)
const formattedMaxRows = () => formatNumber(maxRows)

const detailsOf = ({ reason, names, sheet }: Refusal): string[] => {
  if (reason === 'tooLarge')
    return [
      t('importer.refusals.tooLarge', {
        rows: formattedMaxRows(),
        columns: importLimits.columns,
        size: maxFileSize,
      }),
    ]
  if (reason === 'unpacked') return [t('importer.refusals.unpacked', { unpacked: maxUnpackedSize })]
  if (reason) return [t(`importer.refusals.${reason}`)]
  const texts = (['unknown', 'missing', 'repeated', 'sheets'] as const)
    .filter((kind) => (names?.[kind] ?? []).length > 0)
    .map((kind) => t(`importer.refusals.${kind}`, { names: (names?.[kind] ?? []).slice(0, 20).join(', ') }))
  return sheet === undefined ? texts : texts.map((text) => t('importer.refusals.sheet', { sheet, text }))
}

const RefusalAlert = ({ refusal, fileName }: { refusal: Refusal; fileName: string }) => (
  <Alert
    type="error"
    showIcon
    title={t(`importer.errors.${refusal.key}`)}
    description={
      <>
        <div className="import-file-name">{fileName}</div>
        {detailsOf(refusal).map((line) => (
          <div key={line}>{line}</div>
        ))}
      </>
    }
  />
)

interface FileStepProps {
  refusal: Refusal | undefined
  fileName: string | undefined
  isReading: boolean
  progress: ReadProgress | undefined
  /** Why no file is accepted yet. */
  blockedReason: string | undefined
  onFile: (file: File) => void
  onTemplate: () => void
  /** Shown instead of the template. */
  hint?: ReactNode
}

/** Offers the template, and accepts the file by drop or choice. spec §5 */
export const FileStep = (props: FileStepProps) => {
  const { refusal, fileName, isReading, progress, blockedReason, onFile, onTemplate } = props
  const input = useRef<HTMLInputElement>(null)
  const [field, hint] = [useId(), useId()]
  const isClosed = isReading || blockedReason !== undefined
  const dropZone = useDropZone(([file]) => {
    if (file && !isClosed) onFile(file)
  })
  return (
    <div className="import-file">
      {props.hint === undefined ? (
        <p className="import-template">
          <Button icon={<DownloadOutlined aria-hidden="true" />} onClick={onTemplate}>
            {t('importer.template')}
          </Button>
          <span>{t('importer.templateHint')}</span>
        </p>
      ) : (
        <div className="import-mode">{props.hint}</div>
      )}
      {refusal && <RefusalAlert key={fileName} refusal={refusal} fileName={fileName ?? ''} />}
      <div className="import-drop" {...dropZone} aria-busy={isReading} data-closed={isClosed}>
        <FileExcelOutlined aria-hidden="true" />
        <div className="import-choose">
          <input
            ref={input}
            id={field}
            type="file"
            accept=".xlsx"
            // Stays enabled and focused while a file is read, but ignores other files.
            disabled={blockedReason !== undefined}
            aria-describedby={hint}
            onChange={({ target }) => {
              const [file] = target.files ?? []
              if (file && !isClosed) onFile(file)
              // Otherwise the same file could not be chosen again.
              target.value = ''
            }}
          />
          <label htmlFor={field}>{t('importer.choose')}</label>
          <span className="import-or">{t('importer.drop')}</span>
        </div>
        <p id={hint} role="status">
          {isReading
            ? t('importer.reading', { name: fileName ?? '' })
            : (blockedReason ?? t('importer.limits', { rows: formattedMaxRows(), size: maxFileSize }))}
        </p>
        {progress && (
          <Progress
            percent={Math.floor((progress.checked / progress.total) * 100)}
            aria-label={t('importer.checking')}
          />
        )}
      </div>
    </div>
  )
}
