import { answerFolders, fileKindOf } from '@baseline/contract/storage/folders.ts'
import type { Question } from '@baseline/contract/surveys/master.ts'

import { ImageField } from '#platform/form/image-field.tsx'
import { t } from '#platform/i18n.ts'

import { PhotoLink } from '../photos/gallery.tsx'
import { isWebAddress } from '../photos/photo.ts'
import { useImages, useIsPreview } from './use-answers.tsx'

interface FileInputProps {
  id: string
  question: Question
  value: unknown
  onChange: (value: unknown) => void
  describedBy: string | undefined
}

/** Input for one picture or other file. The answer is the id of a stored file, or a URL from an import. */
export const FileInput = ({ id, question, value, onChange, describedBy }: FileInputProps) => {
  const images = useImages()
  const isPreview = useIsPreview()
  const kind = fileKindOf(question.type) ?? 'file'
  const answer = typeof value === 'string' ? value : ''
  const isLink = isWebAddress(answer)
  const image =
    answer && !isLink ? (images.find(answer) ?? { id: answer, name: answer, publicUrl: '' }) : undefined
  if (isPreview) return <p className="answer-note">{t('entities.surveys.preview.noUpload')}</p>
  return (
    <>
      {isLink && <PhotoLink href={answer}>{answer}</PhotoLink>}
      <ImageField
        id={id}
        kind={kind}
        folder={answerFolders[kind]}
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
