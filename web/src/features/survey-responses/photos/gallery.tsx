import {
  CloseOutlined,
  ExportOutlined,
  LeftOutlined,
  RightOutlined,
  RotateLeftOutlined,
  RotateRightOutlined,
  ZoomInOutlined,
  ZoomOutOutlined,
} from '@ant-design/icons'
import { Button, Image } from 'antd'
import type { ImageProps } from 'antd'
import type { ComponentType, ReactNode } from 'react'

import { t } from '#platform/i18n.ts'

import type { Photo } from './photo.ts'

import './gallery.css'

const Tool = ({ icon: Icon, name, onClick }: { icon: ComponentType; name: string; onClick: () => void }) => (
  <Button type="text" shape="circle" icon={<Icon />} aria-label={name} title={name} onClick={onClick} />
)

type Toolbar = NonNullable<Extract<ImageProps['preview'], object>['actionsRender']>
type Actions = Parameters<Toolbar>[1]['actions']

/** Replaces the buttons of antd, which have English labels only. */
const tools = ({ onActive, onRotateLeft, onRotateRight, onZoomIn, onZoomOut }: Actions, count: number) => (
  <div className="gallery-tools">
    {count > 1 && (
      <Tool
        icon={LeftOutlined}
        name={t('entities.surveyResponses.photos.previous')}
        onClick={() => onActive?.(-1)}
      />
    )}
    <Tool
      icon={RotateLeftOutlined}
      name={t('entities.surveyResponses.photos.rotateLeft')}
      onClick={onRotateLeft}
    />
    <Tool
      icon={RotateRightOutlined}
      name={t('entities.surveyResponses.photos.rotateRight')}
      onClick={onRotateRight}
    />
    <Tool icon={ZoomOutOutlined} name={t('entities.surveyResponses.photos.zoomOut')} onClick={onZoomOut} />
    <Tool icon={ZoomInOutlined} name={t('entities.surveyResponses.photos.zoomIn')} onClick={onZoomIn} />
    {count > 1 && (
      <Tool
        icon={RightOutlined}
        name={t('entities.surveyResponses.photos.next')}
        onClick={() => onActive?.(1)}
      />
    )}
  </div>
)

/**
 * Opens a photo over the page, with zoom and rotation. The arrow keys go to the other photos of the gallery.
 */
export const GalleryGroup = ({ children }: { children: ReactNode }) => (
  <Image.PreviewGroup
    classNames={{ popup: { root: 'gallery-preview' } }}
    preview={{
      closeIcon: <CloseOutlined aria-label={t('entities.surveyResponses.photos.close')} />,
      actionsRender: (_, { actions, total }) => tools(actions, total),
    }}
  >
    {children}
  </Image.PreviewGroup>
)

/** Imported photos are on other servers: they are loaded only when the user opens the link. */
export const PhotoLink = ({ href, children }: { href: string; children: ReactNode }) => (
  <a href={href} target="_blank" rel="noopener noreferrer" className="photo-link">
    {children} <ExportOutlined aria-hidden="true" />
  </a>
)

export const Thumbnail = ({ photo }: { photo: Photo }) => {
  if ('href' in photo) return <PhotoLink href={photo.href}>{photo.name}</PhotoLink>
  if (photo.src === undefined) return <span className="thumbnail ant-image" />
  return (
    <Image
      classNames={{ root: 'thumbnail' }}
      src={photo.thumbnail ?? photo.src}
      alt={photo.name}
      aria-label={t('entities.surveyResponses.photos.open', { name: photo.name })}
      preview={{ src: photo.src, cover: false }}
    />
  )
}

export const Gallery = ({ photos }: { photos: readonly Photo[] }) => (
  <GalleryGroup>
    <ul className="gallery">
      {photos.map((photo) => (
        <li key={photo.key}>
          <Thumbnail photo={photo} />
        </li>
      ))}
    </ul>
  </GalleryGroup>
)
