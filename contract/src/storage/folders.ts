import { can } from '../permissions.ts'
import type { Role } from '../permissions.ts'

/** Accepted image types, detected from the content, not from the file name or the declared type. */
export const imageTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export type ImageType = (typeof imageTypes)[number]

/** The formats as shown in 'Invalid format. Must be '{0}''. spec §5 */
export const imageFormats = 'jpeg, png, webp'

const megabyte = 1_048_576

/** Avatars are scaled down; photos are evidence and keep their size. */
export const fileKinds = {
  avatar: { maxBytes: 5 * megabyte, maxSide: 512 },
  photo: { maxBytes: 10 * megabyte, maxSide: undefined },
} as const
export type FileKind = keyof typeof fileKinds

/** Formats a size as '5 MB', for 'File is too big. Max allowed size is {0}'. spec §5 */
export const formatMegabytes = (bytes: number): string => `${String(Math.floor(bytes / megabyte))} MB`

export const avatarFolders = {
  /** Avatars that users upload for themselves. */
  profile: (userId: string): string => `user/avatars/profile/${userId}`,
  /** Avatars that managers upload for others. */
  iam: 'user/avatars/iam',
} as const
export const photoFolder = 'surveyResponses'

export interface Folder {
  folder: string
  kind: FileKind
}

/** Returns the folders that a member may upload to. spec §3, §6 */
export const foldersOf = (user: { id: string; roles: readonly Role[] }): Folder[] => [
  { folder: avatarFolders.profile(user.id), kind: 'avatar' },
  ...(can(user, 'iamEdit') ? [{ folder: avatarFolders.iam, kind: 'avatar' as const }] : []),
  ...(can(user, 'surveyResponsesEdit') ? [{ folder: photoFolder, kind: 'photo' as const }] : []),
]
