import { sql } from 'kysely'

import { getOpenSurvey } from '../../api/src/features/survey-responses/survey.ts'
import type { SurveyAtVersion } from '../../api/src/features/survey-responses/survey.ts'
import { addPeople, requireValid, toRecord } from '../../api/src/features/survey-responses/write/to-record.ts'
import { writeResponses } from '../../api/src/features/survey-responses/write/write-responses.ts'
import { loadSurvey } from '../../api/src/features/surveys/load-survey.ts'
import { readXlsForm } from '../../api/src/features/surveys/xlsform/read-xlsform.ts'
import type { Db } from '../../api/src/platform/database/database.ts'
import { inTransaction } from '../../api/src/platform/database/transaction.ts'
import { writeWorkbook } from '../../tabular/src/write-workbook.ts'
import { uuid7 } from '../seed/copy-text.ts'
import { workbookSheets } from './questionnaire-workbook.ts'
import type { Interview } from './world.ts'

/** An interview with the id of its stored response. */
export interface LoadedInterview extends Interview {
  id: string
}

const author = { id: undefined, email: 'phone' }
const timeZone = 'Africa/Maputo'
const batchSize = 250

const toIso = (time: number): string => new Date(time).toISOString()
const dateOf = (time: number): string => toIso(time).slice(0, 10)

export const openSurvey = async (
  db: Db,
  interviews: readonly Interview[],
  formId: string,
): Promise<SurveyAtVersion> => {
  const workbook = Buffer.from(await writeWorkbook(workbookSheets(formId)))
  const { definition } = await readXlsForm(workbook, { fileName: `${formId}.xlsx` })
  const [first] = interviews
  const openFrom = dateOf((first?.received ?? 0) - 86_400_000)
  const { id } = await inTransaction(db, (tx) =>
    loadSurvey({ db: tx, author }, definition, { status: 'open', openFrom }),
  )
  return getOpenSurvey(db, id)
}

/** Stores interviews with the code of the api, as if they had been received at their time. */
const storeBatch = (db: Db, survey: SurveyAtVersion, batch: readonly LoadedInterview[]): Promise<void> =>
  inTransaction(db, async (tx) => {
    const fields = batch.map((interview) => {
      const data = {
        startTime: toIso(interview.start),
        endTime: toIso(interview.end),
        investigatorName: interview.enumerator.name,
        investigatorMobileNumber: interview.enumerator.mobileNumber,
        supervisorName: interview.supervisor,
        photos: [],
        values: interview.values,
      }
      // The questionnaire has no expression with the current time.
      return requireValid(toRecord({ language: 'en', timeZone }, survey, data, {})).fields
    })
    const resolved = await addPeople(tx, fields)
    await writeResponses(
      tx,
      batch.flatMap(({ id, received }, n) => {
        const own = resolved[n]
        if (!own) return []
        const stored = { author, sender: null, status: 'submitted', action: 'create', fields: own } as const
        return [{ ...stored, id, createdAt: new Date(received), files: [], trace: {} }]
      }),
      timeZone,
    )
    await sql`
      update survey_responses r set created_at = received.at
      from unnest(${batch.map(({ id }) => id)}::uuid[],
        ${batch.map(({ received }) => toIso(received))}::timestamptz[]) as received (id, at)
      where r.id = received.id`.execute(tx)
  })

/** Loads a generated survey. Returns its interviews with the ids of the responses. */
export const loadWorld = async (
  db: Db,
  interviews: readonly Interview[],
  formId: string,
): Promise<{ surveyId: string; loaded: LoadedInterview[] }> => {
  const survey = await openSurvey(db, interviews, formId)
  const loaded = interviews.map((interview) => ({ ...interview, id: uuid7(interview.received) }))
  for (let from = 0; from < loaded.length; from += batchSize)
    await storeBatch(db, survey, loaded.slice(from, from + batchSize))
  return { surveyId: survey.id, loaded }
}
