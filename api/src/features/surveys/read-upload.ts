import type { FileProblem } from '@baseline/tabular/problem.ts'

import { limits } from '#platform/limits.ts'
import { createSlots } from '#platform/slots.ts'
import { callThread } from '#platform/thread.ts'

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

const withReadSlot = createSlots(limits.questionnaires.concurrentReads)
const thread = new URL('./read-upload-thread.ts', import.meta.url)

/**
 * Reads an uploaded questionnaire in a thread with limited time and memory, so that a hostile workbook neither
 * blocks nor ends the server.
 */
export const readUpload = (request: ReadRequest): Promise<ReadResult> =>
  withReadSlot(async () => {
    const result = await callThread<ReadResult>(thread, request, limits.questionnaires)
    return typeof result === 'string' ? { fileProblem: 'tooLarge' } : result
  })
