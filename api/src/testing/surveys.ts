import type { SurveyDefinition, SurveyStatus } from '@baseline/contract/surveys/master.ts'
import { writeWorkbook } from '@baseline/tabular/write-workbook.ts'

import { loadSurvey } from '../features/surveys/load-survey.ts'
import type { Db } from '../platform/database/database.ts'

interface SurveyOptions extends Partial<SurveyDefinition> {
  status?: SurveyStatus
  openFrom?: string
  closeOn?: string
}

/** Returns a small questionnaire. */
export const definitionOf = (more: Partial<SurveyDefinition> = {}): SurveyDefinition => ({
  formId: crypto.randomUUID(),
  label: 'Household',
  formVersion: null,
  timeZone: null,
  languages: ['en'],
  defaultLanguage: 'en',
  choices: {},
  items: [
    {
      kind: 'question',
      key: 'village',
      type: 'text',
      labels: { en: 'Village' },
      required: true,
      personal: false,
      feeds: 'village',
    },
  ],
  ...more,
})

/** Writes a workbook with these rows of the sheets: type, name, label and required; list_name, name and label. */
export const writeForm = async ({
  formId,
  survey,
  choices = [],
  name = `${formId}.xlsx`,
}: {
  formId: string
  survey: readonly (readonly (string | null)[])[]
  choices?: readonly (readonly string[])[]
  name?: string
}): Promise<File> => {
  const bytes = await writeWorkbook([
    { name: 'survey', rows: [['type', 'name', 'label', 'required'], ...survey.map((row) => [...row])] },
    { name: 'choices', rows: [['list_name', 'name', 'label'], ...choices.map((row) => [...row])] },
    {
      name: 'settings',
      rows: [
        ['form_id', 'form_title'],
        [formId, formId],
      ],
    },
  ])
  return new File([Buffer.from(bytes)], name)
}

/** Creates a survey and returns its id. Each has a different form_id by default. */
export const createSurvey = async (
  db: Db,
  { status, openFrom, closeOn, ...definition }: SurveyOptions = {},
): Promise<string> => {
  const author = { id: undefined, email: 'operator' }
  const { id } = await loadSurvey({ db, author }, definitionOf(definition), { status, openFrom, closeOn })
  return id
}
