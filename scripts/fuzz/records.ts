import { photoFolder } from '../../contract/src/storage/folders.ts'
import type { Person, Stack } from './people.ts'
import type { Call } from './types.ts'

/** Existing records, for requests that reach the handlers. */
export interface Records {
  /** Ids by the first word of the path. */
  ids: Record<string, string[]>
  emails: string[]
  /** The answers of existing responses. */
  answers: unknown[]
  storageToken: string
  folder: string
}

const answersOfResponses = 5
/** Managers have no permission for this list, and its rows have no id. */
const listOfEnumerators = '/api/own-responses'

/** Reads the records with the calls of a manager, from the lists of the API. */
export const readRecords = async (
  stack: Stack,
  calls: readonly Call[],
  { manager, emails }: { manager: Person; emails: string[] },
): Promise<Records> => {
  const call = async (path: string, init: RequestInit = {}): Promise<unknown> => {
    const headers = { ...Object.fromEntries(manager.apiHeaders), 'content-type': 'application/json' }
    const answer = await fetch(`${stack.apiUrl}/api${path}`, { ...init, headers })
    if (!answer.ok) throw new Error(`${path} returned ${await answer.text()}`)
    return answer.json()
  }
  const ids: Record<string, string[]> = {}
  const lists = calls.filter(
    ({ method, path, parameters }) =>
      method === 'GET' &&
      path !== listOfEnumerators &&
      !path.includes('{') &&
      parameters.some(({ name }) => name === 'limit'),
  )
  for (const { path, parameters } of lists) {
    if (parameters.some(({ required }) => required)) continue
    const answer = await call(`${path.replace('/api', '')}?limit=50`)
    const rows = (Array.isArray(answer) ? answer : (answer as { rows: unknown[] }).rows) as { id?: string }[] // as in the contract
    const segment = path.split('/')[2] ?? ''
    ids[segment] = [...(ids[segment] ?? []), ...rows.flatMap(({ id }) => id ?? [])]
  }
  const responseIds = ids['survey-responses'] ?? []
  const answers = await Promise.all(
    responseIds
      .slice(0, answersOfResponses)
      .map(async (id) => ((await call(`/survey-responses/${id}`)) as { values: unknown }).values),
  )
  // These paths begin with another word than the list of their records.
  for (const segment of ['surveys', 'survey-masters', 'dashboard']) ids[segment] = ids['survey-list'] ?? []
  const body = JSON.stringify({ ids: responseIds.slice(0, 1), status: 'onHold', comment: 'Fuzzed' })
  const job = (await call('/survey-responses/status', { method: 'POST', body })) as { id?: string }
  ids['jobs'] = job.id === undefined ? [] : [job.id]
  const { token } = (await call('/auth/storage-token')) as { token: string }
  return { ids, emails, answers, storageToken: token, folder: photoFolder }
}
