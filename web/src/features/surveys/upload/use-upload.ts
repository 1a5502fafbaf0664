import { checkSurvey, loadSurvey } from '@baseline/contract/surveys/upload.ts'
import type { LoadedSurvey, SurveyCheck } from '@baseline/contract/surveys/upload.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'

import { call } from '#platform/api.ts'
import { ApiError } from '#platform/errors.ts'

export interface UploadFiles {
  workbook?: File
  /** Lists of choices that the workbook refers to, by file name. */
  lists: readonly File[]
  /** Lines such as `Tetun=tet`. */
  languageCodes: string
}

const noFiles: UploadFiles = { lists: [], languageCodes: '' }

/** Any other file is taken as the workbook, so that the server says what is wrong with it. */
const isList = ({ name }: File): boolean => /\.(csv|geojson)$/i.test(name)

/** Adds files: a workbook replaces the workbook, a list replaces the list with its name. */
export const addFiles = (files: UploadFiles, added: readonly File[]): UploadFiles => {
  const workbook = added.findLast((file) => !isList(file)) ?? files.workbook
  const lists = added.filter(isList)
  return {
    ...files,
    ...(workbook && { workbook }),
    lists: [...files.lists.filter(({ name }) => lists.every((list) => list.name !== name)), ...lists],
  }
}

const requestOf = ({ languageCodes, lists }: UploadFiles, workbook: File) => ({
  body: { ...(languageCodes.trim() !== '' && { languageCodes }) },
  file: workbook,
  attachments: lists,
})

/** The survey has changed since the check: another version, or another number of concerned responses. */
const isOutdated = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 409 || error.code === 'entities.surveys.errors.breaking')

interface UploadOptions {
  onLoaded: (loaded: LoadedSurvey) => void
}

/** Checks the files after each change, and loads them on request. */
export const useUpload = ({ onLoaded }: UploadOptions) => {
  const [files, setFiles] = useState(noFiles)
  const [result, setResult] = useState<SurveyCheck>()
  const runningCheck = useRef<AbortController>(undefined)

  const check = useMutation({
    mutationFn: ({ workbook, next }: { workbook: File; next: UploadFiles }) => {
      runningCheck.current?.abort()
      const { signal } = (runningCheck.current = new AbortController())
      return call(checkSurvey, { ...requestOf(next, workbook), signal })
    },
    onSuccess: setResult,
    meta: { handlesErrors: true },
  })
  const load = useMutation({
    mutationFn: ({ workbook, checked }: { workbook: File; checked: SurveyCheck }) => {
      const request = requestOf(files, workbook)
      const breaking = checked.survey?.differences.breaking
      return call(loadSurvey, {
        ...request,
        body: { ...request.body, ...(breaking && { allowBreaking: breaking.count }) },
        ifMatch: checked.survey?.version ?? 0,
      })
    },
    onSuccess: onLoaded,
    onError: (error, { workbook }) => {
      if (isOutdated(error)) check.mutate({ workbook, next: files })
    },
    meta: { handlesErrors: true },
  })

  const change = (next: UploadFiles): void => {
    setFiles(next)
    setResult(undefined)
    load.reset()
    if (next.workbook) check.mutate({ workbook: next.workbook, next })
  }

  return {
    files,
    result,
    isChecking: check.isPending,
    error: check.error ?? load.error,
    isLoading: load.isPending,
    add: (added: readonly File[]) => change(addFiles(files, added)),
    removeList: (name: string) =>
      change({ ...files, lists: files.lists.filter((list) => list.name !== name) }),
    setLanguageCodes: (languageCodes: string) => change({ ...files, languageCodes }),
    load: () => {
      if (files.workbook && result?.form) load.mutate({ workbook: files.workbook, checked: result })
    },
  }
}
