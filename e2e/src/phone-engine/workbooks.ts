import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import { XlsFormError } from '../../../api/src/features/surveys/xlsform/problem.ts'
import { readXlsForm } from '../../../api/src/features/surveys/xlsform/read-xlsform.ts'
import { TabularError } from '../../../tabular/src/problem.ts'

/** Reads the lists in a folder. */
const readLists = async (folder: string): Promise<Map<string, Uint8Array>> => {
  const names = (await readdir(folder)).filter((name) => /\.(csv|geojson)$/i.test(name))
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  )
}

/** Reads the workbooks in a folder and below it that the product accepts, with the lists beside them. */
export const readWorkbooks = async (folder: string): Promise<Map<string, SurveyDefinition>> => {
  const names = (await readdir(folder, { recursive: true })).toSorted()
  const surveys = new Map<string, SurveyDefinition>()
  for (const name of names.filter((one) => one.endsWith('.xlsx'))) {
    const path = join(folder, name)
    try {
      const { definition } = await readXlsForm(await readFile(path), {
        fileName: basename(name),
        attachments: await readLists(dirname(path)),
      })
      surveys.set(name, definition)
    } catch (error) {
      if (!(error instanceof XlsFormError || error instanceof TabularError)) throw error
    }
  }
  return surveys
}
