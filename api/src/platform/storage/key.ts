import type { ImageType } from '@baseline/contract/storage/folders.ts'

const images = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp' } as const satisfies Record<
  string,
  ImageType
>
/** What we store, by the extension of its key: the one place that a file's type is told from. */
const types = {
  ...images,
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
} as const
type Extension = keyof typeof types
export type FileType = (typeof types)[Extension]
const isExtension = (text: string): text is Extension => Object.hasOwn(types, text)

/**
 * Folders and a name of letters, digits, `-` and `_`, then one extension. No dot can stand anywhere else, so no key
 * leads out of the storage's root, on whatever system and however often it is decoded.
 */
const pattern = /^(?:[A-Za-z0-9_-]{1,64}\/){1,8}[A-Za-z0-9_-]{1,64}\.([a-z]{3,4})$/

/** The type of the file behind a key; undefined for what is no key at all. */
export const findType = (key: string): FileType | undefined => {
  const [, extension = ''] = pattern.exec(key) ?? []
  return isExtension(extension) ? types[extension] : undefined
}

/** Every driver asks this first: keys are made here, so any other is a mistake of ours or an attack. */
export const getType = (key: string): FileType => {
  const type = findType(key)
  if (!type) throw new Error('not a storage key')
  return type
}

export const extensionOf = (type: ImageType): Extension => {
  const found = Object.keys(images)
    .filter(isExtension)
    .find((extension) => types[extension] === type)
  if (!found) throw new Error(`no extension for ${type}`)
  return found
}
