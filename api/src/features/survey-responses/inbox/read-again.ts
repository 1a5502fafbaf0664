import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'

import { sql } from 'kysely'

import type { Db } from '#platform/database/database.ts'

import { prepareSubmission } from '../submissions/prepare-submission.ts'
import type { PreparedSubmission, Sender } from '../submissions/prepare-submission.ts'
import { readSubmission } from '../submissions/read-submission.ts'
import { getSurvey } from '../survey.ts'
import type { StoredSubmission } from './queries.ts'

const decompress = promisify(gunzip)

export const readXml = ({ xml }: Pick<StoredSubmission, 'xml'>): Promise<Buffer> => decompress(xml)

const getSender = async (db: Db, id: string): Promise<Sender> => {
  const { rows } = await sql<Sender>`
    select device.id, label, case when person.id is not null then jsonb_build_object(
      'id', person.id, 'name', concat_ws(' ', first_name, last_name),
      'mobileNumber', mobile_number, 'managerName', manager_name) end as person
    from field_devices device left join user_details person on person.id = user_details_id
    where device.id = ${id}`.execute(db)
  const [sender] = rows
  if (!sender) throw new Error('the device of a submission does not exist')
  return sender
}

/** Returns whether the survey was closed when an interview arrived. */
const wasClosed = async (db: Db, surveyId: string, receivedAt: Date): Promise<boolean> => {
  const { closed_at: closedAt } = await db
    .selectFrom('surveys')
    .select('closed_at')
    .where('id', '=', surveyId)
    .executeTakeFirstOrThrow()
  return closedAt !== null && closedAt <= receivedAt
}

/** Reads a stored interview again, with the current code. */
export const readAgain = async (
  db: Db,
  row: Pick<StoredSubmission, 'xml' | 'survey_id' | 'survey_version' | 'device_id' | 'received_at'>,
): Promise<PreparedSubmission> => {
  const survey = await getSurvey(db, row.survey_id, row.survey_version)
  const status = (await wasClosed(db, row.survey_id, row.received_at)) ? 'closed' : 'open'
  const submission = readSubmission(await readXml(row))
  return prepareSubmission({ ...survey, status }, submission, await getSender(db, row.device_id))
}
