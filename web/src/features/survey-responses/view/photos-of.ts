import { isImageType } from '@baseline/contract/storage/folders.ts'
import type { Image } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'

import { t } from '#platform/i18n.ts'

import type { PhotoOf } from '../answers/answer-value.tsx'
import { isWebAddress } from '../photos/photo.ts'
import type { Photo } from '../photos/photo.ts'

const toPhoto = ({ id, name, publicUrl, thumbnailUrl }: Image): Photo => ({
  key: id,
  name,
  src: publicUrl,
  thumbnail: thumbnailUrl,
})

const toLinkedPhoto = (href: string, number: number): Photo => ({
  key: href,
  name: t('entities.surveyResponses.photos.link', { number }),
  href,
})

/** Returns all pictures of a response: its photos, the photos in its answers, and links from an import. */
export const photosOf = (record: SurveyResponse, images: readonly Image[] | undefined): Photo[] => {
  const links = record.photos.flatMap((photo) =>
    'url' in photo && isWebAddress(photo.url) ? [photo.url] : [],
  )
  const storedPhotos: Photo[] = images
    ? images.filter(({ contentType }) => isImageType(contentType)).map(toPhoto)
    : record.photos.flatMap((photo) =>
        'id' in photo ? [{ key: photo.id, name: photo.name, src: undefined, thumbnail: undefined }] : [],
      )
  return [...storedPhotos, ...links.map((url, index) => toLinkedPhoto(url, index + 1))]
}

/** Returns a function that finds the picture of an answer. */
export const photoAnswers =
  (images: readonly Image[] | undefined): PhotoOf =>
  (answer) => {
    if (isWebAddress(answer)) return { key: answer, name: answer, href: answer }
    if (!images) return { key: answer, name: '', src: undefined, thumbnail: undefined }
    const image = images.find(({ id }) => id === answer)
    return image && toPhoto(image)
  }
