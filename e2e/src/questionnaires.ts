import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { root } from '../../scripts/stack/stack.ts'
import type { CellValue } from '../../tabular/src/read-workbook.ts'
import type { Product } from './product.ts'
import { buildFile } from './workbooks.ts'
import type { TestFile } from './workbooks.ts'

type Rows = readonly (readonly CellValue[])[]

interface Questionnaire {
  formId: string
  title: string
  /** Rows of the sheet `survey`: type, name, label in English and Portuguese, relevant, further columns. */
  survey: Rows
  /** Headers of further columns of the sheet `survey`. */
  columns?: readonly string[]
  /** Rows of the sheet `choices`: list, name, label in English and Portuguese. */
  choices?: Rows
}

/** Builds a workbook in the XLSForm format, in English and Portuguese. */
export const buildQuestionnaire = ({
  formId,
  title,
  survey,
  columns = [],
  choices = [],
}: Questionnaire): Promise<TestFile> =>
  buildFile(`${formId}.xlsx`, [
    {
      name: 'survey',
      rows: [
        ['type', 'name', 'label::English (en)', 'label::Portuguese (pt)', 'relevant', ...columns],
        ...survey.map((row) => [...row]),
      ],
    },
    {
      name: 'choices',
      rows: [
        ['list_name', 'name', 'label::English (en)', 'label::Portuguese (pt)'],
        ...choices.map((row) => [...row]),
      ],
    },
    {
      name: 'settings',
      rows: [
        ['form_title', 'form_id', 'default_language'],
        [title, formId, 'English (en)'],
      ],
    },
  ])

const runSurveyCommand = (product: Product, ...args: string[]) =>
  promisify(execFile)(process.execPath, [join(root, 'api/src/survey-command.ts'), ...args], {
    cwd: root,
    env: product.apiEnv,
  })

/** Loads a questionnaire and opens its survey with the operator's command, which has no time limit. */
export const openSurvey = async (product: Product, { name, buffer }: TestFile): Promise<void> => {
  const directory = await mkdtemp(join(tmpdir(), 'baseline-questionnaire-'))
  await writeFile(join(directory, name), buffer)
  await runSurveyCommand(product, 'load', join(directory, name), '--status', 'open')
  await rm(directory, { recursive: true })
}

/** Closes a survey, so that the next test finds only the survey of the demo open. */
export const closeSurvey = async (product: Product, formId: string): Promise<void> => {
  await runSurveyCommand(product, 'set', formId, '--status', 'closed')
}
