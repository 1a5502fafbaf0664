import { randomUUID } from 'node:crypto'

import type pg from 'pg'

import { readDemo } from '../api/src/features/survey-responses/submissions/testing/examples.ts'
import { writeSubmission } from '../api/src/features/survey-responses/submissions/testing/write-submission.ts'
import { createToken, hashToken } from '../api/src/platform/auth/device.ts'
import { writeMultipart } from '../scripts/collect/multipart.ts'
import type { createInterviews } from '../scripts/seed/interviews.ts'
import { send } from './send.ts'

const deviceCount = 100
/** Writing an interview takes longer than storing it, so that posts repeat answers, each as a new instance. */
const differentAnswers = 500

/** Creates phones and returns their tokens. */
export const createDevices = async (owner: pg.Client): Promise<string[]> => {
  const tokens = Array.from({ length: deviceCount }, createToken)
  await owner.query(
    `insert into field_devices (label, token_hash, created_by)
     select 'Phone', hash, (select id from users limit 1) from unnest($1::bytea[]) hash`,
    [tokens.map(hashToken)],
  )
  return tokens
}

/** Returns the text of the body of a post without files, with a placeholder for the instanceID. */
const writeBody = (xml: string, boundary: string): string => {
  const file = { name: 'interview.xml', bytes: Buffer.from(xml) }
  return Buffer.concat(writeMultipart(file, { files: [], isLast: true }, boundary).chunks).toString()
}

/** Returns a function that sends demo interviews as phones do, without files, to each of the URLs in turn. */
export const preparePhonePosts = async (
  next: ReturnType<typeof createInterviews>,
  urls: readonly string[],
) => {
  const definition = await readDemo()
  const boundary = randomUUID()
  const clock = { today: new Date().toISOString().slice(0, 10), now: new Date().toISOString().slice(0, 16) }
  const bodies = Array.from({ length: differentAnswers }, () =>
    writeBody(
      writeSubmission({ definition, values: next().values, version: 1, instanceId: 'INSTANCE' }, clock),
      boundary,
    ),
  )
  let calls = 0
  return () => {
    calls += 1
    const phone = calls % urls.length
    return send(`${urls[phone] ?? ''}?deviceID=collect%3A${String(phone)}`, {
      method: 'POST',
      headers: {
        'user-agent': 'org.odk.collect.android/v2026.3.0',
        'x-openrosa-version': '1.0',
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: (bodies[calls % differentAnswers] ?? '').replace('INSTANCE', `uuid:${randomUUID()}`),
    })
  }
}
