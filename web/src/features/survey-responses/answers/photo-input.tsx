import { photoFolder } from '@baseline/contract/storage/folders.ts'

import { ImageField } from '#platform/form/image-field.tsx'

import { PhotoLink } from '../photos/gallery.tsx'
import { isWebAddress } from '../photos/photo.ts'
import { useImages } from './use-answers.tsx'

interface PhotoInputProps {
  id: string
  value: unknown
  onChange: (value: unknown) => void
  describedBy: string | undefined
}

/** Input for one picture. The answer is the id of a stored file, or a URL from an import. */
export const PhotoInput = ({ id, value, onChange, describedBy }: PhotoInputProps) => {
  const images = useImages()
  const answer = typeof value === 'string' ? value : ''
  const isLink = isWebAddress(answer)
  const image =
    answer && !isLink ? (images.find(answer) ?? { id: answer, name: answer, publicUrl: '' }) : undefined
  return (
    <>
      {isLink && <PhotoLink href={answer}>{answer}</PhotoLink>}
      <ImageField
        id={id}
        kind="photo"
        folder={photoFolder}
        max={1}
        value={image ? [image] : []}
        {...(describedBy !== undefined && { 'aria-describedby': describedBy })}
        onChange={([chosenImage]) => {
          if (chosenImage) images.add(chosenImage)
          onChange(chosenImage?.id)
        }}
      />
    </>
  )
}
