import { fileKinds, imageFormats, imageTypes, inMegabytes } from '@baseline/contract/storage/folders.ts'
import type { FileKind } from '@baseline/contract/storage/folders.ts'

import { t } from '../i18n.ts'

/**
 * What is wrong with a file, before it is sent. A browser goes by the file's name alone and knows nothing of some
 * formats; those are sent, and the server judges by the content. spec §5
 */
export const imageProblem = ({ type, size }: File, kind: FileKind): string | undefined => {
  const { maxBytes } = fileKinds[kind]
  if (type !== '' && !type.startsWith('image/')) return t('fileUploader.image')
  if (type !== '' && !imageTypes.some((known) => known === type))
    return t('fileUploader.formats', { 0: imageFormats })
  return size > maxBytes ? t('fileUploader.size', { 0: inMegabytes(maxBytes) }) : undefined
}
