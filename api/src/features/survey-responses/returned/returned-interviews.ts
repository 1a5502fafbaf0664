import { returnedFileName } from '@baseline/contract/survey-responses/returned.ts'
import { answerLabel } from '@baseline/contract/surveys/answer-path.ts'
import { writeCsv } from '@baseline/tabular/write-csv.ts'
import { sql } from 'kysely'

import type { Device } from '#platform/auth/device.ts'
import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { writeDocument, writeFields } from '#platform/http/open-rosa.ts'
import { limits } from '#platform/limits.ts'

import { findCached } from '../survey.ts'

/** An interview to correct. It has no answers, unless a query quotes one, and of the household only the village. */
interface ReturnedInterview {
  id: string
  displayId: string
  surveyId: string
  surveyVersion: number
  surveyLabel: string
  village: string | null
  surveyDate: string | null
  reason: string | null
  returnedAt: string | null
  returnedBy: string | null
  /** When the phone sent it; null for a response that no phone sent. */
  sentAt: string | null
  /** The open queries, oldest first, with the last text of each. */
  queries: readonly { question: string; text: string }[]
}

/**
 * Selects the returned responses of a person by the index of investigators, the last returned first. Times are in
 * the time zone of the survey.
 */
const selectReturned = compiledOnce<
  ReturnedInterview,
  { person: string; surveys: readonly string[] | null; timeZone: string }
>((db, { person, surveys, timeZone }) => {
  const format = (time: string) =>
    sql`to_char(${sql.ref(time)} at time zone coalesce(survey.time_zone, ${timeZone}), 'YYYY-MM-DD HH24:MI')`
  return {
    compile: () =>
      sql<ReturnedInterview>`
        select ${prepared} response.id, display_id as "displayId", response.survey_id as "surveyId",
          survey_version as "surveyVersion", survey_label as "surveyLabel", village,
          survey_date::text as "surveyDate", returned.comment as reason,
          ${format('returned.created_at')} as "returnedAt",
          coalesce(users.full_name, returned.created_by_email) as "returnedBy",
          ${format('sent.received_at')} as "sentAt",
          coalesce((
            select json_agg(json_build_object('question', question, 'text', (
              select text from answer_query_messages m
              where m.query_id = q.id and text is not null order by m.id desc limit 1)) order by q.id)
            from answer_queries q where q.response_id = response.id and q.state = 'open'), '[]') as queries
        from survey_responses response
        join survey_versions survey on survey.survey_id = response.survey_id and survey.version = survey_version
        left join lateral (
          select id, comment, created_by_id, created_by_email, created_at from response_comments
          where response_id = response.id and response_comments.status = 'returned' order by id desc limit 1
        ) returned on true
        left join users on users.id = returned.created_by_id
        left join lateral (
          select max(received_at) as received_at from field_submissions where response_id = response.id
        ) sent on true
        where investigator_id = ${person}::uuid and response.status = 'returned'
          and (${surveys}::uuid[] is null or response.survey_id = any(${surveys}::uuid[]))
        order by returned.id desc nulls last, response.id desc
        limit ${limits.returnedInterviews}`.compile(db),
  }
})

/** Returns the open queries, one per line, with the questions as the questionnaire words them. */
const describeQueries = async (db: Db, interview: ReturnedInterview): Promise<string> => {
  if (interview.queries.length === 0) return ''
  const survey = await findCached(db, interview.surveyId, interview.surveyVersion)
  return interview.queries
    .map(({ question, text }) => {
      const label = survey ? answerLabel(survey, question, survey.defaultLanguage ?? '') : question
      return `${label}: ${text}`
    })
    .join('\n')
}

type Described = Omit<ReturnedInterview, 'queries'> & { queries: string }

/** Columns of the file, to which the form refers. A blank would look like a question without an answer. */
const columns: readonly [string, (interview: Described) => string][] = [
  ['name', ({ id }) => id],
  [
    'label',
    ({ displayId, surveyLabel, village, surveyDate }) =>
      [displayId, surveyLabel, village, surveyDate].filter(Boolean).join(' · '),
  ],
  ['reason', ({ reason }) => reason ?? '–'],
  ['queries', ({ queries }) => queries || '–'],
  ['returned', ({ returnedAt, returnedBy }) => [returnedAt, returnedBy].filter(Boolean).join(' · ') || '–'],
  ['sent', ({ sentAt }) => sentAt ?? '–'],
]

/** Writes the returned interviews of the person of a device as a CSV file. */
export const writeReturned = async (
  db: Db,
  { person, surveys }: { person: NonNullable<Device['person']>; surveys: Device['surveys'] },
  timeZone: string,
): Promise<Buffer> => {
  const interviews = await selectReturned(db, { person: person.id, surveys, timeZone })
  const rows: string[][] = []
  for (const interview of interviews) {
    const described = { ...interview, queries: await describeQueries(db, interview) }
    rows.push(columns.map(([, textOf]) => textOf(described)))
  }
  const headers = columns.map(([header]) => ({ header }))
  const pieces: Uint8Array[] = []
  for await (const piece of writeCsv(headers, rows, { forSpreadsheets: false })) pieces.push(piece)
  return Buffer.concat(pieces)
}

/** Writes the manifest. Collect asks for it at every refresh, and fetches the file if its hash changed. */
export const writeManifest = (md5: string, baseUrl: string): string => {
  const file = writeFields({
    filename: returnedFileName,
    hash: `md5:${md5}`,
    downloadUrl: `${baseUrl}/returned/${returnedFileName}`,
  })
  return writeDocument(
    'manifest',
    'http://openrosa.org/xforms/xformsManifest',
    `<mediaFile>${file}</mediaFile>`,
  )
}
