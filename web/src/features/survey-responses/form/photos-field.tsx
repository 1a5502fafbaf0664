import { DeleteOutlined } from '@ant-design/icons'
import { photoFolder } from '@baseline/contract/storage/folders.ts'
import { Button } from 'antd'

import { ImageField } from '#platform/form/image-field.tsx'
import { t } from '#platform/i18n.ts'

import type { KnownImages } from '../answers/use-answers.tsx'
import { PhotoLink } from '../photos/gallery.tsx'
import { isWebAddress } from '../photos/photo.ts'
import { maxPhotos } from './response-fields.ts'
import type { FormPhoto } from './response-fields.ts'

interface PhotosFieldProps {
  /** Set by the form field. */
  id?: string
  value?: readonly FormPhoto[]
  onChange?: (photos: readonly FormPhoto[]) => void
  images: KnownImages
}

/** Photos of a response: stored files, and links from an import, which can only be removed. */
export const PhotosField = ({ id, value = [], onChange, images }: PhotosFieldProps) => {
  const links = value.flatMap((photo) => ('url' in photo ? [photo] : []))
  const storedPhotos = value.flatMap((photo) => ('id' in photo ? [photo] : []))
  return (
    <div className="photos-field">
      {links.length > 0 && (
        <ul aria-label={t('entities.surveyResponses.form.links')}>
          {links.map((link) => (
            <li key={link.url}>
              {isWebAddress(link.url) ? <PhotoLink href={link.url}>{link.url}</PhotoLink> : link.url}
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden="true" />}
                aria-label={t('entities.surveyResponses.form.removeLink', { url: link.url })}
                onClick={() => onChange?.(value.filter((one) => one !== link))}
              />
            </li>
          ))}
        </ul>
      )}
      <ImageField
        {...(id !== undefined && { id })}
        kind="photo"
        folder={photoFolder}
        max={maxPhotos - links.length}
        value={storedPhotos.map((photo) => images.find(photo.id) ?? { ...photo, publicUrl: '' })}
        onChange={(chosenImages) => {
          chosenImages.forEach(images.add)
          onChange?.([...chosenImages.map((image) => ({ id: image.id, name: image.name })), ...links])
        }}
      />
    </div>
  )
}
