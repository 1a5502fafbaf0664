import { fileKinds, formatMegabytes, imageTypes, isImageKind } from '@baseline/contract/storage/folders.ts'
import type { FileKind } from '@baseline/contract/storage/folders.ts'
import { useId, useRef } from 'react'
import type { AriaAttributes } from 'react'

import { t } from '../i18n.ts'
import { useDropZone } from '../use-drop-zone.ts'
import { Picture, StoredTile, UploadTile } from './image-tile.tsx'
import type { FormImage } from './image-value.ts'
import { useImages } from './use-images.ts'

import './image-field.css'

interface ImageFieldProps extends Pick<AriaAttributes, 'aria-describedby' | 'aria-invalid'> {
  /** Set by the form's field. */
  id?: string
  value?: readonly FormImage[]
  onChange?: (images: readonly FormImage[]) => void
  /** Folder of the storage. */
  folder: string
  /** Kind of file that the folder accepts. */
  kind: FileKind
  /** Maximum number of pictures; if it is 1, a new one replaces the old one. */
  max: number
}

const chooseText = (kind: FileKind, max: number, count: number): string => {
  if (count === 0) return t(isImageKind(kind) ? 'fileUploader.choose' : 'fileUploader.chooseFile')
  return max === 1 ? t('fileUploader.replace') : t('fileUploader.add')
}

/** The files that the browser offers first. Its names of types differ too much for exact lists of recordings. */
const acceptedTypes = (kind: FileKind): string | undefined => {
  if (isImageKind(kind)) return imageTypes.join(',')
  return kind === 'file' ? undefined : `${kind}/*`
}

/** Field for the pictures or other files of a record: checked, uploaded at once, and saved with the form. spec §3, §5 */
export const ImageField = ({ id, value = [], onChange, folder, kind, max, ...aria }: ImageFieldProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [ownId, hint, problem] = [useId(), useId(), useId()]
  const { uploads, refusals, addFiles, retry, stop, remove } = useImages({
    value,
    onChange,
    folder,
    kind,
    max,
  })
  const dropZone = useDropZone(addFiles)
  // The pressed button is gone; keeps the focus in the field.
  const focusInput = () => input.current?.focus()
  // An upload that replaces a picture is shown in its place.
  const shownImages = max === 1 && uploads.length > 0 ? [] : value
  const count = shownImages.length + uploads.length
  const inputId = id ?? ownId
  return (
    <div className={`image-field image-field-${kind}`} {...dropZone}>
      <ul className="image-tiles">
        {shownImages.map((image) => (
          <StoredTile
            key={image.id}
            kind={kind}
            image={image}
            onRemove={() => {
              remove(image)
              focusInput()
            }}
          />
        ))}
        {uploads.map((upload) => (
          <UploadTile
            key={upload.key}
            kind={kind}
            upload={upload}
            onRetry={() => retry(upload)}
            onRemove={() => {
              stop(upload.key)
              focusInput()
            }}
          />
        ))}
        {count === 0 && isImageKind(kind) && (
          <li className="image-tile" aria-hidden="true">
            <Picture url={undefined} name="" />
          </li>
        )}
      </ul>
      <div className="image-choose">
        <input
          ref={input}
          id={inputId}
          type="file"
          accept={acceptedTypes(kind)}
          multiple={max > 1}
          // Not spread: the form passes its own ref, which would replace ours.
          aria-invalid={aria['aria-invalid']}
          aria-describedby={[aria['aria-describedby'], hint, problem].filter(Boolean).join(' ')}
          onChange={({ target }) => {
            addFiles([...(target.files ?? [])])
            // Otherwise the same file could not be chosen again.
            target.value = ''
          }}
        />
        <label htmlFor={inputId}>{chooseText(kind, max, count)}</label>
        <p id={hint}>
          {t('fileUploader.hint', {
            formats: fileKinds[kind].formats,
            size: formatMegabytes(fileKinds[kind].maxBytes),
          })}{' '}
          <span className="image-drop">{t('fileUploader.drop')}</span>
        </p>
        <div id={problem} role="alert" className="image-error">
          {refusals.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </div>
      </div>
    </div>
  )
}
