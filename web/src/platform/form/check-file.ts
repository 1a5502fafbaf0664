import {
  fileKinds,
  formatMegabytes,
  imageFormats,
  imageTypes,
  isImageKind,
} from '@baseline/contract/storage/folders.ts'
import type { FileKind } from '@baseline/contract/storage/folders.ts'

import { t } from '../i18n.ts'

/**
 * Returns the problem of a file before it is uploaded. A browser derives the type from the file name and does
 * not know some formats; those are sent, and the server checks the content. spec §5
 */
export const fileProblem = ({ type, size }: File, kind: FileKind): string | undefined => {
  const { maxBytes } = fileKinds[kind]
  if (isImageKind(kind) && type !== '') {
    if (!type.startsWith('image/')) return t('fileUploader.image')
    if (!imageTypes.some((imageType) => imageType === type))
      return t('fileUploader.formats', { 0: imageFormats })
  }
  return size > maxBytes ? t('fileUploader.size', { 0: formatMegabytes(maxBytes) }) : undefined
}
