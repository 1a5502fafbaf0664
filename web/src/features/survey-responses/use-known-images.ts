import type { Image } from '@baseline/contract/survey-responses/contract.ts'
import { useMemo } from 'react'

import type { FormImage } from '#platform/form/image-value.ts'

import type { KnownImages } from './answers/use-answers.tsx'

/** Pictures that a form can show: stored pictures, and uploads since the form was opened. */
export const useKnownImages = (stored: readonly Image[]): KnownImages =>
  useMemo(() => {
    const known = new Map<string, FormImage>(
      stored.map(({ id, name, thumbnailUrl }) => [id, { id, name, publicUrl: thumbnailUrl }]),
    )
    return { find: (id) => known.get(id), add: (image) => known.set(image.id, image) }
  }, [stored])
