import pg from 'pg'

import { photoFolder } from '../../contract/src/storage/folders.ts'
import type { SurveyResponse } from '../../contract/src/survey-responses/response.ts'
import { createChance } from '../seed/chance.ts'
import { housePicture } from '../seed/house-picture.ts'
import { loadResponses } from '../seed/load.ts'
import { fetchDemoToken } from './session.ts'

interface Target {
  apiUrl: string
  identityUrl: string
  publicUrl: string
  ownerUrl: string
}

/** Comments of responses that are on hold, returned or rejected. */
const addComments = `
  insert into app.response_comments (survey_id, response_id, comment, status, created_by_email, created_at)
  select survey_id, id, case status
      when 'returned' then 'The ages of the members do not fit together. Please ask again.'
      when 'onHold' then 'The household was away. Waiting for a second visit.'
      else 'This household was interviewed twice.' end,
    status, 'supervisor@example.org', updated_at
  from app.survey_responses where status in ('returned', 'onHold', 'rejected')`

const createClient = async ({ apiUrl, ...target }: Target) => {
  const token = await fetchDemoToken(target, 'supervisor@example.org')
  return async <T>(method: string, path: string, body?: object | FormData): Promise<T> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`${apiUrl}/api${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: isForm ? body : JSON.stringify(body) } : {}),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return (await answer.json()) as T // the API contract guarantees this shape
  }
}

/** Uploads a few photos through the API, so that the worker creates their thumbnails. */
const addPhotos = async (target: Target, count: number): Promise<void> => {
  const call = await createClient(target)
  const chance = createChance(7)
  const { token } = await call<{ token: string }>('GET', '/auth/storage-token')
  const upload = async (): Promise<{ id: string }> => {
    const form = new FormData()
    form.append('token', token)
    form.append('folder', photoFolder)
    form.append('file', new File([new Uint8Array(housePicture(chance))], 'house.png'))
    return call('POST', '/storage/files', form)
  }
  const { rows } = await call<{ rows: { id: string }[] }>(
    'GET',
    `/survey-responses?limit=${String(count)}&filter[status]=submitted`,
  )
  for (const { id } of rows) {
    const { values, startTime, endTime, ...response } = await call<SurveyResponse>(
      'GET',
      `/survey-responses/${id}`,
    )
    const { investigatorName, investigatorEmail, investigatorMobileNumber, supervisorName } = response
    const people = { investigatorName, investigatorEmail, investigatorMobileNumber, supervisorName }
    const [house, garden] = [await upload(), await upload()]
    const answers = { ...values, house_photo: house.id }
    const data = { ...people, startTime, endTime, photos: [{ id: garden.id }], values: answers }
    await call('PUT', `/survey-responses/${id}`, { id, data, comment: 'Photos added from the tablet' })
  }
}

/** Loads the demo data: four months of interviews, most of them plausible. */
export const loadDemoResponses = async (target: Target): Promise<void> => {
  await loadResponses(target.ownerUrl, { count: 5_000, days: 120, villages: 210, enumerators: 59, seed: 1 })
  const client = new pg.Client({ connectionString: target.ownerUrl })
  await client.connect()
  await client.query(addComments)
  await client.end()
  await addPhotos(target, 6)
}
