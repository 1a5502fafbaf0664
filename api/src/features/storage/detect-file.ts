import { extname } from 'node:path'

import { AppError } from '@baseline/contract/errors.ts'
import { documentTypes, fileKinds } from '@baseline/contract/storage/folders.ts'
import type { FileKind, FileType } from '@baseline/contract/storage/folders.ts'

const startsWith = (bytes: Buffer, offset: number, signature: string): boolean =>
  bytes.toString('latin1', offset, offset + signature.length) === signature

/** The brand of a file of the family of MP4, such as `isom` or `3gp4`. */
const brandOf = (bytes: Buffer): string | undefined =>
  startsWith(bytes, 4, 'ftyp') ? bytes.toString('latin1', 8, 12) : undefined

/** Brands of pictures in the container of MP4: HEIC and AVIF. */
const pictureBrand = /^(avif|avis|hei[cfsx]|hevc|hevx|mif1|msf1)/

const isMpegFrame = (bytes: Buffer): boolean =>
  bytes[0] === 0xff && [0xfb, 0xfa, 0xf3, 0xf2, 0xe3, 0xe2].includes(bytes[1] ?? 0)

const isAdtsFrame = (bytes: Buffer): boolean => bytes[0] === 0xff && [0xf1, 0xf9].includes(bytes[1] ?? 0)

const isMatroska = (bytes: Buffer): boolean => startsWith(bytes, 0, '\u001A\u0045\u00DF\u00A3')

const findAudioType = (bytes: Buffer): FileType | undefined => {
  if (startsWith(bytes, 0, 'ID3') || isMpegFrame(bytes)) return 'audio/mpeg'
  if (startsWith(bytes, 0, 'OggS')) return 'audio/ogg'
  if (startsWith(bytes, 0, 'RIFF') && startsWith(bytes, 8, 'WAVE')) return 'audio/wav'
  if (startsWith(bytes, 0, '#!AMR')) return 'audio/amr'
  if (isAdtsFrame(bytes)) return 'audio/aac'
  if (isMatroska(bytes)) return 'audio/webm'
  const brand = brandOf(bytes)
  if (brand === undefined || pictureBrand.test(brand)) return undefined
  return brand.startsWith('3g') ? 'audio/3gpp' : 'audio/mp4'
}

const findVideoType = (bytes: Buffer): FileType | undefined => {
  if (isMatroska(bytes)) return 'video/webm'
  const brand = brandOf(bytes)
  if (brand === undefined || pictureBrand.test(brand)) return undefined
  if (brand === 'qt  ') return 'video/quicktime'
  return brand.startsWith('3g') ? 'video/3gpp' : 'video/mp4'
}

/** Office documents are ZIP archives. The name only tells them apart: every one of them is saved, never opened. */
const archiveTypes = new Set<string>(['docx', 'xlsx', 'odt', 'ods'] satisfies (keyof typeof documentTypes)[])
const isArchiveExtension = (text: string): text is 'docx' | 'xlsx' | 'odt' | 'ods' => archiveTypes.has(text)

/** Control characters other than tab and line breaks. */
const control = /[^\P{Cc}\t\n\r]/u

/** Whether the content is plain text. Markup is refused: a browser could execute it. */
const isPlainText = (bytes: Buffer): boolean => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return !control.test(text) && !/^\s*</.test(text)
  } catch {
    return false
  }
}

const findDocumentType = (bytes: Buffer, name: string): FileType | undefined => {
  if (startsWith(bytes, 0, '%PDF-')) return 'application/pdf'
  const extension = extname(name).slice(1).toLowerCase()
  if (startsWith(bytes, 0, 'PK\u0003\u0004'))
    return documentTypes[isArchiveExtension(extension) ? extension : 'zip']
  if (bytes.length === 0 || !isPlainText(bytes)) return undefined
  return extension === 'csv' ? 'text/csv' : 'text/plain'
}

const finders = { audio: findAudioType, video: findVideoType, file: findDocumentType } as const

/**
 * Returns the type of a recording or a document, detected from the content; the declared type does not count.
 * The content stays as it is.
 */
export const detectFile = (
  content: Buffer,
  { kind, name }: { kind: Exclude<FileKind, 'avatar' | 'photo'>; name: string },
): { content: Buffer; type: FileType } => {
  const type = finders[kind](content, name)
  if (!type) throw new AppError('fileUploader.formats', { 0: fileKinds[kind].formats })
  return { content, type }
}
