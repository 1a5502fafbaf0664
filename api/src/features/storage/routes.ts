import { AppError } from '@baseline/contract/errors.ts'
import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { fileKinds, foldersOf, formatMegabytes, photoFolder } from '@baseline/contract/storage/folders.ts'
import type { FileKind } from '@baseline/contract/storage/folders.ts'

import type { MemberContext } from '#platform/http/context.ts'
import { handle } from '#platform/http/handle.ts'
import type { Server } from '#platform/http/server.ts'
import { limits } from '#platform/limits.ts'
import { withinLimit } from '#platform/rate-limit.ts'

import { checkContent } from './check-content.ts'
import { captureColumns } from './read-capture.ts'
import { storeFile } from './store-file.ts'
import { thumbnailJob } from './thumbnail-job.ts'

export const storage = (server: Server): void => {
  server.storage.serve?.(server.app)

  handle(
    server,
    getStorageToken,
  )((_input, { actor }) =>
    server.storageTokens.sign(
      actor.userId,
      foldersOf({ id: actor.userId, roles: actor.roles }).map(({ folder, kind }) => ({
        folder,
        maxBytes: fileKinds[kind].maxBytes,
        contentTypes: [...fileKinds[kind].types],
      })),
    ),
  )

  handle(server, uploadFile, async ({ body: { token, folder }, file }, context) => {
    const kind = await allowUpload(server, context, token, folder)
    const { maxBytes } = fileKinds[kind]
    const bytes = await file.read(maxBytes)
    if (!bytes) throw new AppError('fileUploader.size', { 0: formatMegabytes(maxBytes) })
    const checked = await checkContent(bytes, kind, file.name)
    // Checks of data quality compare it with the interview. The stored photo has no metadata.
    const capture = folder === photoFolder ? await captureColumns(bytes) : {}
    const createdBy = context.actor.userId
    return storeFile(server, { ...checked, folder, name: file.name, createdBy, capture })
  })(async ({ body: { folder } }, { db }, stored) => {
    if (folder === photoFolder) await server.enqueue(db, thumbnailJob, { fileId: stored.id })
    return { ...stored, publicUrl: await server.storage.downloadUrl(stored.privateUrl, stored.name) }
  })
}

/** Requires that the token names the folder, and that the caller still has the permission for it. spec §6 */
const allowUpload = async (
  server: Server,
  { actor }: MemberContext,
  token: string,
  folder: string,
): Promise<FileKind> => {
  const tokenFolders = await server.storageTokens.verify(token, actor.userId)
  const allowedFolder = foldersOf({ id: actor.userId, roles: actor.roles }).find(
    (entry) => entry.folder === folder,
  )
  if (!allowedFolder || !tokenFolders.some((entry) => entry.folder === folder))
    throw new AppError('errors.forbidden')
  const { perPerson: max, windowMinutes: minutes } = limits.files
  if (!(await withinLimit(server.db, `files of ${actor.userId}`, { max, minutes })))
    throw new AppError('errors.tooManyRequests')
  return allowedFolder.kind
}
