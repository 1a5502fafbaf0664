import { DownloadOutlined, FileExcelOutlined } from '@ant-design/icons'
import { Alert, Button, Progress } from 'antd'
import { useId, useRef } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { formatNumber } from '../time.ts'
import { useDropZone } from '../use-drop-zone.ts'
import type { Refusal } from './checked-row.ts'
import type { ReadProgress } from './import-worker.ts'
import { importLimits, mostRows } from './limits.ts'

const megabytes = (bytes: number): string => `${String(bytes / 1_000_000)} MB`
const size = megabytes(importLimits.fileBytes)
const unpacked = megabytes(importLimits.partBytes)
const rows = () => formatNumber(mostRows)

const detailsOf = ({ reason, names, sheet }: Refusal): string[] => {
  if (reason === 'tooLarge')
    return [t('importer.refusals.tooLarge', { rows: rows(), columns: importLimits.columns, size })]
  if (reason === 'unpacked') return [t('importer.refusals.unpacked', { unpacked })]
  if (reason) return [t(`importer.refusals.${reason}`)]
  const words = (['unknown', 'missing', 'repeated', 'sheets'] as const)
    .filter((kind) => (names?.[kind] ?? []).length > 0)
    .map((kind) => t(`importer.refusals.${kind}`, { names: (names?.[kind] ?? []).slice(0, 20).join(', ') }))
  return sheet === undefined ? words : words.map((text) => t('importer.refusals.sheet', { sheet, text }))
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
  notYet: string | undefined
  onFile: (file: File) => void
  onTemplate: () => void
  /** Shown instead of the template. */
  hint?: ReactNode
}

/** Offers the template, and accepts the file by drop or choice. spec §5 */
export const FileStep = (props: FileStepProps) => {
  const { refusal, fileName, isReading, progress, notYet, onFile, onTemplate } = props
  const input = useRef<HTMLInputElement>(null)
  const [field, hint] = [useId(), useId()]
  const isClosed = isReading || notYet !== undefined
  const drop = useDropZone(([file]) => {
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
      <div className="import-drop" {...drop} aria-busy={isReading} data-closed={isClosed}>
        <FileExcelOutlined aria-hidden="true" />
        <div className="import-choose">
          <input
            ref={input}
            id={field}
            type="file"
            accept=".xlsx"
            // Stays enabled and focused while a file is read, but ignores other files.
            disabled={notYet !== undefined}
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
            : (notYet ?? t('importer.limits', { rows: rows(), size }))}
        </p>
        {progress && (
          <Progress
            percent={Math.floor((progress.checked / progress.all) * 100)}
            aria-label={t('importer.checking')}
          />
        )}
      </div>
    </div>
  )
}
