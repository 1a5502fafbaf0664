import { can } from '../permissions.ts'
import type { Role } from '../permissions.ts'

/** What is accepted as an image, whatever a file's name or its sender says it is. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** The formats as a person reads them, for 'Invalid format. Must be '{0}''. spec §5 */
export const imageFormats = 'jpeg, png, webp'

const megabyte = 1_048_576

/** An avatar is shown small, so it is kept small; a photo is evidence and keeps its size. */
export const fileKinds = {
  avatar: { maxBytes: 5 * megabyte, maxSide: 512 },
  photo: { maxBytes: 10 * megabyte, maxSide: undefined },
} as const
export type FileKind = keyof typeof fileKinds

/** '5 MB', for 'File is too big. Max allowed size is {0}'. spec §5 */
export const inMegabytes = (bytes: number): string => `${String(Math.floor(bytes / megabyte))} MB`

export const avatarFolders = {
  /** What people upload for themselves. */
  profile: (userId: string): string => `user/avatars/profile/${userId}`,
  /** What managers upload for others. */
  iam: 'user/avatars/iam',
} as const
export const photoFolder = 'surveyResponses'

export interface Folder {
  folder: string
  kind: FileKind
}

/** The folders a member may upload to. spec §3, §6 */
export const foldersOf = (user: { id: string; roles: readonly Role[] }): Folder[] => [
  { folder: avatarFolders.profile(user.id), kind: 'avatar' },
  ...(can(user, 'iamEdit') ? [{ folder: avatarFolders.iam, kind: 'avatar' as const }] : []),
  ...(can(user, 'surveyResponsesEdit') ? [{ folder: photoFolder, kind: 'photo' as const }] : []),
]
