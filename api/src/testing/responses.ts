import type { ResponseStatus } from '@baseline/contract/survey-responses/status.ts'
import type { Question, SurveyDefinition } from '@baseline/contract/surveys/master.ts'

import type { Db } from '../platform/database/database.ts'
import { createSurvey } from './surveys.ts'
import type { World } from './world.ts'

export const question = (key: string, more: Partial<Question> & Pick<Question, 'type'>): Question => ({
  kind: 'question',
  key,
  labels: { en: key },
  required: false,
  personal: false,
  ...more,
})

/** Covers every rule: required, hidden and repeated questions, questions that feed a column, and photos. */
const questionnaire: Partial<SurveyDefinition> = {
  label: 'Baseline',
  choices: {
    yesno: [
      { value: 'yes', labels: { en: 'Yes' } },
      { value: 'no', labels: { en: 'No' } },
    ],
  },
  items: [
    question('village', { type: 'text', feeds: 'village' }),
    question('head', { type: 'text', required: true, personal: true, feeds: 'householdName' }),
    question('farms', { type: 'choice', list: 'yesno' }),
    question('hectares', { type: 'number', required: true, relevant: "${farms} = 'yes'" }),
    question('place', { type: 'location', feeds: 'location' }),
    question('house', { type: 'photo' }),
    {
      kind: 'repeat',
      key: 'members',
      labels: { en: 'Members' },
      items: [question('name', { type: 'text' }), question('face', { type: 'photo' })],
    },
  ],
}

/** Creates an open survey with that questionnaire and returns its id. */
export const createOpenSurvey = (db: Db, more: Partial<SurveyDefinition> = {}): Promise<string> =>
  createSurvey(db, { ...questionnaire, status: 'open', ...more })

/** A complete interview. */
export const interview = (surveyId: string) => ({
  surveyId,
  investigatorName: 'Ana Sitoe',
  supervisorName: 'Rui Macamo',
  startTime: '2026-03-31T09:00:00+02:00',
  endTime: '2026-03-31T09:45:00+02:00',
  values: { village: 'Chimoio', head: 'João', farms: 'no' },
})

/** Inserts responses of one status as the application would have stored them. */
export const fillSurvey = async (
  world: World,
  surveyId: string,
  count: number,
  status: ResponseStatus,
): Promise<void> => {
  await world.services.pool.query(
    `insert into survey_responses (survey_id, survey_version, survey_label, display_id, status, end_time,
       investigator_name, supervisor_name, "values")
     select $1, 1, 'Baseline', $2 || n, $2, now(), 'Ana Sitoe', 'Rui Macamo', '{"head": "Eva"}'
     from generate_series(1, $3::int) n`,
    [surveyId, status, count],
  )
}
