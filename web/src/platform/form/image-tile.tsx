import { PictureOutlined } from '@ant-design/icons'
import { isImageKind } from '@baseline/contract/storage/folders.ts'
import type { FileKind } from '@baseline/contract/storage/folders.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { ReactNode } from 'react'

import { t } from '../i18n.ts'
import { Blank } from '../list/columns.tsx'
import { formAvatars } from './image-value.ts'
import type { FormImage } from './image-value.ts'
import { MediaPlayer } from './media-player.tsx'
import type { Upload } from './use-uploads.ts'

/** Shows a picture, or a placeholder if its URL has expired or the browser cannot show it. */
export const Picture = ({ url, name }: { url: string | undefined; name: string }) => {
  const [brokenUrl, setBrokenUrl] = useState<string>()
  return (
    <span className="image-picture">
      {url === undefined || url === brokenUrl ? (
        <PictureOutlined aria-hidden="true" />
      ) : (
        <img src={url} alt={name} onError={() => setBrokenUrl(url)} />
      )}
    </span>
  )
}

interface PreviewProps {
  kind: FileKind
  url: string
  name: string
}

const Preview = ({ kind, url, name }: PreviewProps) =>
  isImageKind(kind) ? <Picture url={url} name={name} /> : <MediaPlayer kind={kind} url={url} name={name} />

const RemoveButton = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <Button aria-label={t('fileUploader.removeNamed', { name })} onClick={onRemove}>
    {t('fileUploader.remove')}
  </Button>
)

interface StoredTileProps {
  kind: FileKind
  image: FormImage
  onRemove: () => void
}

export const StoredTile = ({ kind, image, onRemove }: StoredTileProps) => (
  <li className="image-tile">
    <Preview kind={kind} url={image.publicUrl} name={image.name} />
    <span className="image-actions">
      <RemoveButton name={image.name} onRemove={onRemove} />
    </span>
  </li>
)

interface UploadTileProps {
  kind: FileKind
  upload: Upload
  onRetry: () => void
  onRemove: () => void
}

/** A file that is being uploaded, or whose upload failed. */
export const UploadTile = ({ kind, upload, onRetry, onRemove }: UploadTileProps) => {
  const { name, preview, share, error } = upload
  const percent = Math.round(share * 100)
  return (
    <li className="image-tile image-tile-sent">
      <Preview kind={kind} url={preview} name={name} />
      {error === undefined ? (
        <>
          <span className="image-progress">
            <progress max={100} value={percent} aria-label={t('fileUploader.sending', { name })} />
            <span aria-hidden="true">{percent} %</span>
          </span>
          <span className="image-actions">
            <Button onClick={onRemove}>{t('fileUploader.stop')}</Button>
          </span>
        </>
      ) : (
        <>
          <span role="alert" className="image-error">
            {error}
          </span>
          <span className="image-actions">
            <Button onClick={onRetry}>{t('common.retry')}</Button>
            <RemoveButton name={name} onRemove={onRemove} />
          </span>
        </>
      )}
    </li>
  )
}

/** Shows the pictures of one version in a comparison. */
export const showAvatars = (value: unknown): ReactNode => {
  const { data: images = [] } = formAvatars.safeParse(value)
  if (images.length === 0) return <Blank />
  return (
    <span className="image-shown">
      {images.map(({ id, name, publicUrl }) => (
        <Picture key={id} url={publicUrl} name={name} />
      ))}
    </span>
  )
}
