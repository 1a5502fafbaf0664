import { returnedFileName } from '@baseline/contract/survey-responses/returned.ts'
import { writeCsv } from '@baseline/tabular/write-csv.ts'
import { sql } from 'kysely'

import type { Device } from '#platform/auth/device.ts'
import { compiledOnce, prepared } from '#platform/database/database.ts'
import type { Db } from '#platform/database/database.ts'
import { writeDocument, writeFields } from '#platform/http/open-rosa.ts'
import { limits } from '#platform/limits.ts'

/** An interview to correct. It has no answers, and of the household only the village. */
interface ReturnedInterview {
  id: string
  displayId: string
  surveyLabel: string
  village: string | null
  surveyDate: string | null
  reason: string | null
  returnedAt: string | null
  returnedBy: string | null
  /** When the phone sent it; null for a response that no phone sent. */
  sentAt: string | null
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
        select ${prepared} response.id, display_id as "displayId", survey_label as "surveyLabel", village,
          survey_date::text as "surveyDate", returned.comment as reason,
          ${format('returned.created_at')} as "returnedAt",
          coalesce(users.full_name, returned.created_by_email) as "returnedBy",
          ${format('sent.received_at')} as "sentAt"
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

/** Columns of the file, to which the form refers. A blank would look like a question without an answer. */
const columns: readonly [string, (interview: ReturnedInterview) => string][] = [
  ['name', ({ id }) => id],
  [
    'label',
    ({ displayId, surveyLabel, village, surveyDate }) =>
      [displayId, surveyLabel, village, surveyDate].filter(Boolean).join(' · '),
  ],
  ['reason', ({ reason }) => reason ?? '–'],
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
  const rows = interviews.map((interview) => columns.map(([, textOf]) => textOf(interview)))
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
