/**
 * Calls of users, for `npm run restore-drill`. Runs in the network of a server, whose services listen on its loopback
 * only: `ip netns exec NAME node client.ts VERB`. Reads JSON from the standard input and prints JSON lines.
 */
import { randomUUID } from 'node:crypto'
import { json } from 'node:stream/consumers'

import pg from 'pg'

import { photoFolder } from '../../contract/src/storage/folders.ts'
import { createChance } from '../seed/chance.ts'
import { housePicture } from '../seed/house-picture.ts'
import { createInterviews } from '../seed/interviews.ts'
import { loadResponses } from '../seed/load.ts'
import { createSession } from '../stack/session.ts'

export interface ClientInput {
  /** Cookie of the manager's session. */
  cookie: string
  ownerUrl: string
  /** Number of responses that `seed` adds. */
  responses?: number
  /** Responses that `delete` deletes. */
  ids?: string[]
}

/** A response that the server acknowledged, at a time after its commit. */
export interface Acknowledged {
  id: string
  at: number
  hasPhoto: boolean
}

/** Content of the database of a server. */
export interface Listing {
  responses: string[]
  /** Responses that may be deleted. */
  submitted: string[]
  files: { key: string; sha256: string }[]
  erasures: { id: string; state: string }[]
}

const apiUrl = 'http://127.0.0.1:4000'
const identityUrl = 'http://127.0.0.1:4001'

const print = (line: object) => console.log(JSON.stringify(line))

const query = async <Row extends pg.QueryResultRow>(
  { ownerUrl }: ClientInput,
  statement: string,
  values: unknown[] = [],
) => {
  const client = new pg.Client({ connectionString: ownerUrl, options: '-c search_path=app,public' })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

const openSession = ({ cookie }: ClientInput) => {
  const { bearer } = createSession(identityUrl, cookie)
  return async <T>(method: string, path: string, body?: object): Promise<T> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${apiUrl}/api${path}`, {
      method,
      headers: {
        authorization: await bearer(),
        ...(method === 'POST' ? { 'idempotency-key': randomUUID() } : {}),
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${String(answer.status)} ${await answer.text()}`)
    return (await answer.json()) as T // the contract guarantees this shape
  }
}
type Call = ReturnType<typeof openSession>

const prepareInterviews = async (input: ClientInput) => {
  const [survey] = await query<{ id: string }>(
    input,
    `select id from surveys where form_id = 'household_baseline'`,
  )
  if (!survey) throw new Error('the questionnaire is not loaded')
  return createInterviews(survey.id)
}

/** The server accepts 200 files of a person in ten minutes. */
const maxPhotos = 180
const clients = 4

const uploadPhoto = async (call: Call, token: string): Promise<string> => {
  const form = new FormData()
  form.append('token', token)
  form.append('folder', photoFolder)
  const picture = housePicture(createChance(randomUUID().charCodeAt(0) + Date.now()), 320, 240)
  form.append('file', new File([new Uint8Array(picture)], 'house.png'))
  return (await call<{ id: string }>('POST', '/storage/files', form)).id
}

/** Sends interviews, some with a photo, until the process is ended. Prints each acknowledged interview. */
const sendInterviews = async (input: ClientInput): Promise<void> => {
  const call = openSession(input)
  const next = await prepareInterviews(input)
  const { token } = await call<{ token: string }>('GET', '/auth/storage-token')
  let photos = 0
  let sent = 0
  const send = async () => {
    for (;;) {
      sent += 1
      const hasPhoto = sent % 10 === 1 && photos < maxPhotos
      if (hasPhoto) photos += 1
      const data = { ...next(), photos: hasPhoto ? [{ id: await uploadPhoto(call, token) }] : [] }
      const { id } = await call<{ id: string }>('POST', '/survey-responses', { data })
      print({ id, at: Date.now(), hasPhoto } satisfies Acknowledged)
    }
  }
  await Promise.all(Array.from({ length: clients }, send))
}

const verbs: Record<string, (input: ClientInput) => Promise<void>> = {
  seed: ({ ownerUrl, responses = 0 }) =>
    loadResponses(ownerUrl, { count: responses, days: 120, villages: 210, enumerators: 59, seed: 1 }),
  load: sendInterviews,
  delete: async (input) => {
    const call = openSession(input)
    const ids = input.ids ?? []
    for (let start = 0; start < ids.length; start += 50) {
      const chosen = new URLSearchParams()
      for (const id of ids.slice(start, start + 50)) chosen.append('ids[]', id)
      await call('DELETE', `/survey-responses?${chosen.toString()}`)
    }
  },
  /** Prints the ids of all responses, and the files of the database with their checksums. */
  list: async (input) => {
    const responses = await query<{ id: string; status: string }>(
      input,
      'select id, status from survey_responses',
    )
    const files = await query<Listing['files'][number]>(
      input,
      `select key, encode(sha256, 'hex') sha256 from files where response_id is not null`,
    )
    const erasures = await query<Listing['erasures'][number]>(input, 'select id, state from erasures')
    const submitted = responses.filter(({ status }) => status === 'submitted').map(({ id }) => id)
    print({ responses: responses.map(({ id }) => id), submitted, files, erasures } satisfies Listing)
  },
  /** Reads a list, as a user does whose session is that of the first server. */
  read: async (input) => {
    const call = openSession(input)
    print(await call<{ count: number }>('GET', '/survey-responses?limit=1'))
  },
}

const run = verbs[process.argv[2] ?? '']
if (!run) throw new Error('unknown verb')
await run((await json(process.stdin)) as ClientInput) // written by restore-drill.ts
// Idle connections would keep the process alive. A pipe is written asynchronously.
process.stdout.write('', () => process.exit(0))
