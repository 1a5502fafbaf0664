import { can } from '../permissions.ts'
import type { Role } from '../permissions.ts'

/** Accepted image types, detected from the content, not from the file name or the declared type. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** The formats as shown in 'Invalid format. Must be '{0}''. spec §5 */
export const imageFormats = 'jpeg, png, webp'

/** Types of recordings and documents by the extension of the stored file, also detected from the content. */
export const audioTypes = {
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  amr: 'audio/amr',
  aac: 'audio/aac',
  '3ga': 'audio/3gpp',
  weba: 'audio/webm',
} as const
export const videoTypes = {
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  '3gp': 'video/3gpp',
  webm: 'video/webm',
} as const
export const documentTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  zip: 'application/zip',
  csv: 'text/csv',
  txt: 'text/plain',
} as const

const typesOf = <T extends string>(byExtension: Readonly<Record<string, T>>): T[] =>
  Object.values(byExtension)

export const fileTypes = [
  ...imageTypes,
  ...typesOf(audioTypes),
  ...typesOf(videoTypes),
  ...typesOf(documentTypes),
] as const
export type FileType = (typeof fileTypes)[number]

export const isImageType = (type: FileType): type is ImageType =>
  imageTypes.some((imageType) => imageType === type)

const megabyte = 1_048_576

interface KindOfFile {
  maxBytes: number
  /** Larger pictures are scaled down. */
  maxSide?: number
  types: readonly FileType[]
  /** The formats as shown to users. */
  formats: string
}

const formatsOf = (byExtension: object): string => Object.keys(byExtension).join(', ')

/** Avatars are scaled down; photos are evidence and keep their size. */
export const fileKinds = {
  avatar: { maxBytes: 5 * megabyte, maxSide: 512, types: imageTypes, formats: imageFormats },
  photo: { maxBytes: 10 * megabyte, types: imageTypes, formats: imageFormats },
  audio: { maxBytes: 20 * megabyte, types: typesOf(audioTypes), formats: formatsOf(audioTypes) },
  video: { maxBytes: 50 * megabyte, types: typesOf(videoTypes), formats: formatsOf(videoTypes) },
  file: {
    maxBytes: 20 * megabyte,
    types: [...typesOf(documentTypes), ...imageTypes],
    formats: `${formatsOf(documentTypes)}, ${imageFormats}`,
  },
} as const satisfies Record<string, KindOfFile>
export type FileKind = keyof typeof fileKinds

export const isImageKind = (kind: FileKind): boolean => kind === 'avatar' || kind === 'photo'

/** Formats a size as '5 MB', for 'File is too big. Max allowed size is {0}'. spec §5 */
export const formatMegabytes = (bytes: number): string => `${String(Math.floor(bytes / megabyte))} MB`

export const avatarFolders = {
  /** Avatars that users upload for themselves. */
  profile: (userId: string): string => `user/avatars/profile/${userId}`,
  /** Avatars that managers upload for others. */
  iam: 'user/avatars/iam',
} as const
export const photoFolder = 'surveyResponses'

/** Kinds of files that answer a question, with their folders. */
export const answerFolders = {
  photo: photoFolder,
  audio: 'surveyResponses/audio',
  video: 'surveyResponses/video',
  file: 'surveyResponses/files',
} as const satisfies Partial<Record<FileKind, string>>
export type AnswerFileKind = keyof typeof answerFolders
const answerFileKinds = ['photo', 'audio', 'video', 'file'] as const

/** The folder of files as phones sent them, before they are checked. */
export const phoneFolder = 'field-raw'

/** Returns the kind of the files that answer a question of this type; undefined if its answers are no files. */
export const fileKindOf = (questionType: string): AnswerFileKind | undefined =>
  answerFileKinds.find((kind) => kind === questionType)

export interface Folder {
  folder: string
  kind: FileKind
}

/** Returns the folders that a member may upload to. spec §3, §6 */
export const foldersOf = (user: { id: string; roles: readonly Role[] }): Folder[] => [
  { folder: avatarFolders.profile(user.id), kind: 'avatar' },
  ...(can(user, 'iamEdit') ? [{ folder: avatarFolders.iam, kind: 'avatar' as const }] : []),
  ...(can(user, 'surveyResponsesEdit')
    ? answerFileKinds.map((kind) => ({ folder: answerFolders[kind], kind }))
    : []),
]
