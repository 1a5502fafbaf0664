import type { Image } from '@baseline/contract/survey-responses/contract.ts'
import { useMemo } from 'react'

import type { FormImage } from '#platform/form/image-value.ts'

import type { KnownImages } from './answers/use-answers.tsx'

/** Pictures that a form can show: stored pictures, and uploads since the form was opened. */
export const useKnownImages = (storedImages: readonly Image[]): KnownImages =>
  useMemo(() => {
    const imagesById = new Map<string, FormImage>(
      storedImages.map(({ id, name, thumbnailUrl }) => [id, { id, name, publicUrl: thumbnailUrl }]),
    )
    return { find: (id) => imagesById.get(id), add: (image) => imagesById.set(image.id, image) }
  }, [storedImages])
