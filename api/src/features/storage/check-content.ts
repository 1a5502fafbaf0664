import { fileKinds } from '@baseline/contract/storage/folders.ts'
import type { FileKind } from '@baseline/contract/storage/folders.ts'

import { cleanImage, findImageType } from './clean-image.ts'
import { detectFile } from './detect-file.ts'

/** Pictures are decoded and written again, also in a field for any file; other files are stored as they are. */
export const checkContent = (bytes: Buffer, kind: FileKind, name: string) => {
  if (kind === 'avatar' || kind === 'photo')
    return cleanImage(bytes, { maxSide: kind === 'avatar' ? fileKinds.avatar.maxSide : undefined })
  return kind === 'file' && findImageType(bytes)
    ? cleanImage(bytes, { maxSide: undefined })
    : detectFile(bytes, { kind, name })
}
