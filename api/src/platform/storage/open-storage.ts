import type { FileStorage, StorageLocation } from './storage.ts'

export const openStorage = async (
  {
    storage,
    storageSecret: secret,
    publicUrl,
  }: { storage: StorageLocation; storageSecret: string; publicUrl: string },
  now: () => number = Date.now,
): Promise<FileStorage> => {
  // Loads only the driver in use: the S3 client is large.
  if (storage.driver === 'disk') {
    const { diskStorage } = await import('./disk.ts')
    return diskStorage({ root: storage.root, secret, publicUrl }, now)
  }
  const { s3Storage } = await import('./s3.ts')
  return s3Storage(storage, now)
}
