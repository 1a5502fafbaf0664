/**
 * Reads every XLSForm workbook in a folder and prints what the product says about each: `npm run workbooks --
 * DIR`. Uses the lists (.csv) beside each workbook.
 */
import { readdir, readFile } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'

import { formatProblem } from '../api/src/features/surveys/xlsform/format-problem.ts'
import { XlsFormError } from '../api/src/features/surveys/xlsform/problem.ts'
import { readXlsForm } from '../api/src/features/surveys/xlsform/read-xlsform.ts'
import { messagesByLanguage } from '../contract/src/messages/all.ts'
import { translator } from '../contract/src/messages/translate.ts'
import { itemsOf } from '../contract/src/surveys/survey-items.ts'
import { TabularError } from '../tabular/src/problem.ts'

const t = translator(messagesByLanguage.en)

interface Outcome {
  loaded: boolean
  /** The size of the questionnaire, or the first reason of the refusal. */
  text: string
  problems: number
  warnings: number
}

const describe = (error: unknown): Omit<Outcome, 'loaded'> => {
  if (error instanceof TabularError)
    return { text: t(`entities.surveys.file.${error.problem}`), problems: 1, warnings: 0 }
  if (!(error instanceof XlsFormError)) throw error
  const [first] = error.problems
  return {
    text: first ? formatProblem('en', first) : '',
    problems: error.problems.length,
    warnings: error.warnings.length,
  }
}

const readLists = async (folder: string): Promise<Map<string, Uint8Array>> => {
  const names = (await readdir(folder)).filter((name) => /\.(csv|geojson)$/i.test(name))
  return new Map(
    await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const)),
  )
}

const readOne = async (path: string): Promise<Outcome> => {
  const bytes = await readFile(path)
  const attachments = await readLists(dirname(path))
  try {
    const { definition, warnings } = await readXlsForm(bytes, { fileName: basename(path), attachments })
    const text = `${String(itemsOf(definition).size)} items, ${String(definition.languages.length)} languages`
    return { loaded: true, text, problems: 0, warnings: warnings.length }
  } catch (error) {
    return { loaded: false, ...describe(error) }
  }
}

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('usage: workbooks DIR')
  process.exit(2)
}
const root = resolve(process.env['INIT_CWD'] ?? '.', folder)
const names = (await readdir(root, { recursive: true }))
  .filter((name) => /\.xlsx?$/i.test(name) && !basename(name).startsWith('~$'))
  .toSorted()
let loadedCount = 0
console.log('| workbook | outcome | problems | warnings | |\n|---|---|--:|--:|---|')
for (const name of names) {
  const { loaded, text, problems, warnings } = await readOne(join(root, name))
  if (loaded) loadedCount += 1
  console.log(
    `| ${name} | ${loaded ? 'loaded' : 'refused'} | ${String(problems)} | ${String(warnings)} | ${text.replaceAll('|', '\\|')} |`,
  )
}
console.log(`\n${String(loadedCount)} of ${String(names.length)} loaded`)
