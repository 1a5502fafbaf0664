import { z } from 'zod'

import { instant, text } from '../fields.ts'
import { route } from '../http.ts'
import { fileTypes } from './folders.ts'

/** A stored file. `publicUrl` is a signed download URL that expires within 15 minutes. spec §3 */
export const StoredFile = z
  .strictObject({
    id: z.uuid(),
    name: z.string(),
    contentType: z.enum(fileTypes),
    size: z.int(),
    /** Path of the file in the storage, not a URL that can be opened. */
    privateUrl: z.string(),
    publicUrl: z.url(),
  })
  .meta({ id: 'StoredFile' })
export type StoredFile = z.infer<typeof StoredFile>

/** An avatar: the fields to show it and to send it back. spec §3 */
export const Avatar = StoredFile.pick({ id: true, name: true, publicUrl: true }).meta({ id: 'Avatar' })
export type Avatar = z.infer<typeof Avatar>

/** Avatars to save: at most one, uploaded in advance; an empty list removes it. spec §3, §9 */
export const AvatarChoice = z.array(z.strictObject({ id: z.uuid() })).max(1)
export type AvatarChoice = z.infer<typeof AvatarChoice>

/** Upload token with the folders that it allows; the screens check the same limits. spec §7 */
export const StorageToken = z
  .strictObject({
    token: z.string(),
    expiresAt: instant,
    folders: z.array(
      z.strictObject({ folder: z.string(), maxBytes: z.int(), contentTypes: z.array(z.enum(fileTypes)) }),
    ),
  })
  .meta({ id: 'StorageToken' })
export type StorageToken = z.infer<typeof StorageToken>

export const getStorageToken = route({
  method: 'GET',
  path: '/auth/storage-token',
  access: 'member',
  summary: 'Create a token for uploads to the permitted folders, valid for ten minutes',
  response: StorageToken,
})

export const uploadFile = route({
  method: 'POST',
  path: '/storage/files',
  access: 'member',
  summary: 'Check a file by its content and store it; images are stored without metadata',
  upload: true,
  body: z.strictObject({ token: z.string().max(4096), folder: text({ min: 1 }) }),
  response: StoredFile,
})
