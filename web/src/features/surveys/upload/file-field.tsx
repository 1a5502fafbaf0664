import { CloseOutlined, FileExcelOutlined } from '@ant-design/icons'
import { uploadLimits } from '@baseline/contract/surveys/upload.ts'
import { Button } from 'antd'
import { useId } from 'react'

import { t } from '#platform/i18n.ts'
import { useDropZone } from '#platform/use-drop-zone.ts'

import type { UploadFiles } from './use-upload.ts'

import '#platform/importer/importer.css'

interface FileFieldProps {
  files: UploadFiles
  isChecking: boolean
  onFiles: (files: readonly File[]) => void
  onRemoveList: (name: string) => void
}

/** Accepts the workbook and its lists, by drop or choice. */
export const FileField = ({ files, isChecking, onFiles, onRemoveList }: FileFieldProps) => {
  const [field, hint] = [useId(), useId()]
  const dropZone = useDropZone((dropped) => {
    if (dropped.length > 0) onFiles(dropped)
  })
  return (
    <div className="import-file">
      <div className="import-drop" {...dropZone} aria-busy={isChecking}>
        <FileExcelOutlined aria-hidden="true" />
        <div className="import-choose">
          <input
            id={field}
            type="file"
            accept=".xlsx,.csv,.geojson"
            multiple
            aria-describedby={hint}
            onChange={({ target }) => {
              const chosen = [...(target.files ?? [])]
              if (chosen.length > 0) onFiles(chosen)
              // Otherwise the same file could not be chosen again.
              target.value = ''
            }}
          />
          <label htmlFor={field}>
            {files.workbook ? t('entities.surveys.upload.chooseAgain') : t('entities.surveys.upload.choose')}
          </label>
          <span className="import-or">{t('importer.drop')}</span>
        </div>
        <p id={hint} role="status">
          {isChecking
            ? t('entities.surveys.upload.checking', { name: files.workbook?.name ?? '' })
            : t('entities.surveys.upload.limits', { size: uploadLimits.workbookBytes / 1_000_000 })}
        </p>
      </div>
      {(files.workbook ?? files.lists[0]) && (
        <ul className="survey-upload-files">
          {files.workbook && <li>{files.workbook.name}</li>}
          {files.lists.map(({ name }) => (
            <li key={name}>
              {name}
              <Button
                type="text"
                size="small"
                icon={<CloseOutlined aria-hidden="true" />}
                aria-label={t('entities.surveys.upload.removeList', { name })}
                onClick={() => onRemoveList(name)}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
