import { getStorageToken, uploadFile } from '@baseline/contract/storage/contract.ts'
import { useEffect, useRef, useState } from 'react'

import { call } from '../api.ts'
import { handleError } from '../error-funnel.ts'
import { ApiError, decide, messageOf } from '../errors.ts'
import { fetchWithProgress } from '../fetch-with-progress.ts'
import type { FormImage } from './image-value.ts'

export interface Upload {
  key: string
  name: string
  file: File
  /** Object URL of the local file. */
  preview: string
  /** Progress from 0 to 1. */
  share: number
  /** Why the upload failed; it can be retried. */
  error: string | undefined
}

interface UploadOptions {
  folder: string
  onStored: (image: FormImage) => void
  /** The server has refused the file. */
  onRefused: (name: string, message: string) => void
}

const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.code.startsWith('fileUploader.')

/**
 * Uploads files, each with a new token: a token expires after ten minutes, and a form may stay open for
 * hours.
 */
export const useUploads = ({ folder, onStored, onRefused }: UploadOptions) => {
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const controllers = useRef(new Map<string, AbortController>())
  const previews = useRef<string[]>([])

  // Leaving the form cancels its uploads.
  useEffect(() => {
    const activeControllers = controllers.current
    return () => {
      for (const controller of activeControllers.values()) controller.abort()
      for (const preview of previews.current) URL.revokeObjectURL(preview)
    }
  }, [])

  const change = (key: string, next: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...next } : one)))

  const forget = (key: string) => {
    controllers.current.get(key)?.abort()
    controllers.current.delete(key)
    setUploads((all) => all.filter((one) => one.key !== key))
  }

  const send = async ({ file }: Upload, signal: AbortSignal, onProgress: (share: number) => void) => {
    const { token } = await call(getStorageToken, { signal })
    return call(uploadFile, { body: { token, folder }, file, signal, fetch: fetchWithProgress(onProgress) })
  }

  const runUpload = async (upload: Upload): Promise<void> => {
    const { key, name, preview } = upload
    const controller = new AbortController()
    const { signal } = controller
    controllers.current.set(key, controller)
    change(key, { share: 0, error: undefined })
    try {
      const storedFile = await send(upload, signal, (share) => change(key, { share }))
      forget(key)
      // Shows the local file instead of downloading it, also when the field is shown again on its page.
      previews.current = previews.current.filter((one) => one !== preview)
      onStored({ id: storedFile.id, name: storedFile.name, publicUrl: preview })
    } catch (error) {
      if (signal.aborted) return
      if (isRefused(error)) {
        forget(key)
        onRefused(name, messageOf(error))
      } else if (decide(error).kind === 'signOut') handleError(error)
      else change(key, { error: messageOf(error) })
    }
  }

  const start = (file: File): void => {
    const preview = URL.createObjectURL(file)
    previews.current.push(preview)
    const upload = { key: preview, name: file.name, file, preview, share: 0, error: undefined }
    setUploads((all) => [...all, upload])
    void runUpload(upload)
  }

  return { uploads, start, retry: (upload: Upload) => void runUpload(upload), forget }
}
