import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { XlsFormError } from '../../../api/src/features/surveys/xlsform/problem.ts'
import { readXlsForm } from '../../../api/src/features/surveys/xlsform/read-xlsform.ts'
import { TabularError } from '../../../tabular/src/problem.ts'

/** Reads the workbooks in a folder that the product accepts, with the lists (.csv) beside them. */
export const readWorkbooks = async (folder: string): Promise<Map<string, SurveyDefinition>> => {
  const names = (await readdir(folder)).toSorted()
  const lists = names.filter((name) => name.endsWith('.csv'))
  const attachments = new Map(
    await Promise.all(lists.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  )
  const surveys = new Map<string, SurveyDefinition>()
  for (const fileName of names.filter((name) => name.endsWith('.xlsx'))) {
    try {
      const { definition } = await readXlsForm(await readFile(join(folder, fileName)), {
        fileName,
        attachments,
      })
      surveys.set(fileName, definition)
    } catch (error) {
      if (!(error instanceof XlsFormError || error instanceof TabularError)) throw error
    }
  }
  return surveys
}
