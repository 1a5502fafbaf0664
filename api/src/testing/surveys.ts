import type { SurveyDefinition, SurveyStatus } from '@baseline/contract/surveys/master.ts'

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

/** Creates a survey and returns its id. Each has a different form_id by default. */
export const createSurvey = async (
  db: Db,
  { status, openFrom, closeOn, ...definition }: SurveyOptions = {},
): Promise<string> => {
  const author = { id: undefined, email: 'operator' }
  const { id } = await loadSurvey({ db, author }, definitionOf(definition), { status, openFrom, closeOn })
  return id
}
