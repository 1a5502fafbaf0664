import type { CellValue } from '../../tabular/src/read-workbook.ts'
import { buildFile } from './workbooks.ts'
import type { TestFile } from './workbooks.ts'

type Rows = readonly (readonly CellValue[])[]

interface Questionnaire {
  formId: string
  title: string
  /** Rows of the sheet `survey`: type, name, label in English and Portuguese, relevant. */
  survey: Rows
  /** Rows of the sheet `choices`: list, name, label in English and Portuguese. */
  choices?: Rows
}

/** Builds a workbook in the XLSForm format, in English and Portuguese. */
export const buildQuestionnaire = ({
  formId,
  title,
  survey,
  choices = [],
}: Questionnaire): Promise<TestFile> =>
  buildFile(`${formId}.xlsx`, [
    {
      name: 'survey',
      rows: [
        ['type', 'name', 'label::English (en)', 'label::Portuguese (pt)', 'relevant'],
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
