import { TabularError } from '@baseline/tabular/problem.ts'

import { runThread } from '#platform/thread.ts'

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

await runThread(read)
