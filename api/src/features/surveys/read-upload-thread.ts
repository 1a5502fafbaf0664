import { workerData } from 'node:worker_threads'

import { TabularError } from '@baseline/tabular/problem.ts'

import { answerThread } from '#platform/thread.ts'

import type { ReadRequest, ReadResult } from './read-upload.ts'
import { XlsFormError } from './xlsform/problem.ts'
import { readXlsForm } from './xlsform/read-xlsform.ts'

const read = async ({ files, languageCodes = {} }: ReadRequest): Promise<ReadResult> => {
  const { workbook, lists } = files
  try {
    const form = await readXlsForm(workbook.content, {
      fileName: workbook.name,
      languageCodes,
      attachments: new Map(lists.map(({ name, content }) => [name, content])),
    })
    return { form }
  } catch (error) {
    if (error instanceof XlsFormError) return { problems: error.problems, warnings: error.warnings }
    if (error instanceof TabularError) return { fileProblem: error.problem }
    throw error
  }
}

// eslint-disable-next-line typescript/no-unsafe-type-assertion -- readUpload() passes a request of this type
answerThread(await read(workerData as ReadRequest))
