import { Worker } from 'node:worker_threads'

import type { FileProblem } from '@baseline/tabular/problem.ts'

import { limits } from '#platform/limits.ts'
import { createSlots } from '#platform/slots.ts'

import type { SourceFiles } from './versions.ts'
import type { FormProblem } from './xlsform/problem.ts'
import type { SurveyForm } from './xlsform/read-xlsform.ts'

export interface ReadRequest {
  files: SourceFiles
  languageCodes: Readonly<Record<string, string>> | undefined
}

/** The content of an upload, or why it was refused. */
export type ReadResult =
  | { form: SurveyForm }
  | { form?: undefined; problems: readonly FormProblem[]; warnings: readonly FormProblem[] }
  | { form?: undefined; fileProblem: FileProblem }

const { concurrentReads, seconds, heapMb } = limits.questionnaires
const withReadSlot = createSlots(concurrentReads)

const readInThread = (request: ReadRequest): Promise<ReadResult> =>
  new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./read-upload-thread.ts', import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
      // A workbook needs neither the settings of the server nor its secrets.
      env: {},
      execArgv: [],
    })
    const timer = setTimeout(() => {
      resolve({ fileProblem: 'tooLarge' })
      void thread.terminate()
    }, seconds * 1_000)
    thread.once('message', resolve)
    thread.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? resolve({ fileProblem: 'unpacked' }) : reject(error),
    )
    thread.once('exit', () => {
      clearTimeout(timer)
      // Has no effect after a message or an error.
      reject(new Error('the thread ended without a result'))
    })
  })

/**
 * Reads an uploaded questionnaire in a thread with limited time and memory, so that a hostile workbook neither
 * blocks nor ends the server.
 */
export const readUpload = (request: ReadRequest): Promise<ReadResult> =>
  withReadSlot(() => readInThread(request))
