import { isImageKind } from '@baseline/contract/storage/folders.ts'
import type { FileKind } from '@baseline/contract/storage/folders.ts'
import { useEffect, useRef, useState } from 'react'

import { t } from '../i18n.ts'
import { fileProblem } from './check-file.ts'
import type { FormImage } from './image-value.ts'
import { useHold } from './save-hold.ts'
import { useUploads } from './use-uploads.ts'
import type { Upload } from './use-uploads.ts'

interface ImagesOptions {
  value: readonly FormImage[]
  onChange: ((images: readonly FormImage[]) => void) | undefined
  folder: string
  kind: FileKind
  max: number
}

const holdReason = (uploads: readonly Upload[], kind: FileKind): string | undefined => {
  const isImage = isImageKind(kind)
  if (uploads.some(({ error }) => error !== undefined))
    return t(isImage ? 'fileUploader.notSent' : 'fileUploader.fileNotSent')
  return uploads.length > 0 ? t(isImage ? 'fileUploader.wait' : 'fileUploader.waitForFile') : undefined
}

/** Manages the pictures or other files of a field: stored ones, uploads, and the reasons for refused files. */
export const useImages = ({ value, onChange, folder, kind, max }: ImagesOptions) => {
  const [refusals, setRefusals] = useState<readonly string[]>([])
  // Several uploads may finish before the form has rendered the first.
  const latest = useRef(value)
  useEffect(() => {
    latest.current = value
  }, [value])
  const change = (next: readonly FormImage[]) => {
    latest.current = next
    onChange?.(next)
  }
  const refuse = (name: string, message: string) =>
    setRefusals((all) => [...all, max === 1 ? message : `${name}: ${message}`])
  const { uploads, start, retry, forget } = useUploads({
    folder,
    onStored: (image) => change(max === 1 ? [image] : [...latest.current, image]),
    onRefused: refuse,
  })
  useHold(holdReason(uploads, kind))

  const addFile = (file: File) => {
    const problem = fileProblem(file, kind)
    if (problem !== undefined) {
      refuse(file.name, problem)
      return
    }
    if (max === 1) uploads.forEach(({ key }) => forget(key))
    start(file)
  }

  return {
    uploads,
    refusals,
    retry,
    stop: forget,
    remove: ({ id }: FormImage) => change(latest.current.filter((one) => one.id !== id)),
    addFiles: (files: readonly File[]) => {
      const freeSlots = max === 1 ? 1 : max - value.length - uploads.length
      setRefusals(files.length > freeSlots ? [t('fileUploader.tooMany', { max })] : [])
      files.slice(0, freeSlots).forEach(addFile)
    },
  }
}
