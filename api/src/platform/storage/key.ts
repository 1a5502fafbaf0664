import { audioTypes, documentTypes, videoTypes } from '@baseline/contract/storage/folders.ts'
import type { FileType as UploadType, ImageType } from '@baseline/contract/storage/folders.ts'

const images = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const satisfies Record<
  string,
  ImageType
>
/** Stored file types by the extension of the key, which alone determines a file's type. */
const types = {
  ...images,
  ...audioTypes,
  ...videoTypes,
  ...documentTypes,
  json: 'application/json',
  /** A file from a phone that is not checked yet. */
  raw: 'application/octet-stream',
} as const
type Extension = keyof typeof types
export type FileType = (typeof types)[Extension]
const isExtension = (text: string): text is Extension => Object.hasOwn(types, text)

/**
 * Folders and a name of letters, digits, `-` and `_`, then one extension. No other dot is allowed, so no key
 * leads out of the storage root, on any operating system and however often it is decoded.
 */
const pattern = /^(?:[A-Za-z0-9_-]{1,64}\/){1,8}[A-Za-z0-9_-]{1,64}\.([a-z0-9]{3,4})$/

/** Returns the file type of a key; undefined for an invalid key. */
export const findType = (key: string): FileType | undefined => {
  const [, extension = ''] = pattern.exec(key) ?? []
  return isExtension(extension) ? types[extension] : undefined
}

/** Throws for an invalid key. Every driver calls this first: an invalid key is a bug or an attack. */
export const getType = (key: string): FileType => {
  const type = findType(key)
  if (!type) throw new Error('not a storage key')
  return type
}

export const extensionOf = (type: UploadType): Extension => {
  const match = Object.keys(types)
    .filter(isExtension)
    .find((extension) => types[extension] === type)
  if (!match) throw new Error(`no extension for ${type}`)
  return match
}
