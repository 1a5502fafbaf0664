import { expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

import { createPngFile } from './images.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { fetchHeaders } from './users.ts'

export interface SavedResponse {
  id: string
  displayId: string
  version: number
  status: string
  values: Record<string, unknown>
}

const buildMember = (name: string, sex: string, age: number, relation: string) => ({
  member_name: name,
  member_sex: sex,
  member_age: age,
  member_relation: relation,
  ...(age >= 5 && { member_education: age > 20 ? 'secondary' : 'primary' }),
  ...(age >= 5 && age <= 24 && { member_attends_school: 'yes' }),
  ...(age >= 15 && { member_works: age > 24 ? 'yes' : 'no' }),
})

/** Returns the answers of a complete interview with the demo questionnaire. `changes` overrides answers. */
export const buildAnswers = (
  village: string,
  changes: Record<string, unknown> = {},
): Record<string, unknown> => ({
  interview_date: '2026-11-12',
  district: 'manhica',
  village,
  village_type: 'rural',
  village_category: 'farming',
  household_code: 'MA0042',
  household_name: 'Família Machava',
  position: { latitude: -25.4021, longitude: 32.8067, accuracy: 6 },
  consent: 'yes',
  head_name: 'Helena Machava',
  head_sex: 'female',
  head_age: 52,
  head_marital_status: 'widowed',
  head_education: 'primary',
  head_literate: 'yes',
  head_occupation: 'farmer',
  household_size: 4,
  members: [
    buildMember('Helena', 'female', 52, 'head'),
    buildMember('Tomás', 'male', 27, 'child'),
    buildMember('Ivone', 'female', 16, 'child'),
    buildMember('Nelson', 'male', 4, 'grandchild'),
  ],
  members_away: 1,
  house_tenure: 'owned',
  walls: 'brick',
  roof: 'sheets',
  rooms: 3,
  water_source: 'borehole',
  water_minutes: 25,
  water_treatment: ['boil', 'filter'],
  toilet: 'improved',
  toilet_shared: 'no',
  handwashing: 'yes',
  lighting: 'solar',
  cooking_fuel: 'charcoal',
  electricity_hours: 5.5,
  assets: ['phone', 'radio', 'bicycle'],
  farms: 'yes',
  land: 1.5,
  crops: ['maize', 'cassava', 'beans'],
  maize_harvest: 820,
  maize_sold: 240,
  irrigation: 'no',
  planting_date: '2025-11-03',
  animals: ['goats', 'poultry'],
  goats: 6,
  poultry: 14,
  income_sources: ['crops', 'trade'],
  income_month: 7400,
  debts: 'no',
  savings: 'yes',
  meals: 2,
  worried: 'sometimes',
  hungry: 'rarely',
  lean_months: ['january', 'february'],
  facility: 'centre',
  facility_km: 4.5,
  ill: 1,
  nets: 'yes',
  vaccinated: 'yes',
  visit_again: 'yes',
  phone: '843104470',
  best_time: '16:30',
  remarks: 'The borehole was repaired in September.',
  ...changes,
})

export const fetchDemoSurveyId = async (context: BrowserContext, product: Product): Promise<string> => {
  const answer = await context.request.get(`${product.url}/api/survey-list`, {
    headers: await fetchHeaders(context, product),
    params: { 'filter[formId]': 'household_baseline', limit: 1 },
  })
  const { rows } = (await answer.json()) as { rows: { id: string }[] }
  return rows[0]?.id ?? ''
}

/** Uploads a photo to the storage as the form does. */
export const uploadPhoto = async (
  context: BrowserContext,
  product: Product,
  name: string,
  colour?: readonly [number, number, number],
): Promise<{ id: string }> => {
  const headers = await fetchHeaders(context, product)
  const token = await context.request.get(`${product.url}/api/auth/storage-token`, { headers })
  const { token: storage } = (await token.json()) as { token: string }
  const answer = await context.request.post(`${product.url}/api/storage/files`, {
    headers,
    multipart: { token: storage, folder: 'surveyResponses', file: createPngFile(name, colour) },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { id } = (await answer.json()) as { id: string }
  return { id }
}

interface ResponseInput {
  village: string
  /** Start of the interview in minutes after 09:00 UTC. Determines the order in a list. */
  minute?: number
  answers?: Record<string, unknown>
  /** Columns of the record besides the answers. */
  fields?: Record<string, unknown>
}

/**
 * Creates a complete response by API call. Each has another enumerator, household and harvest: flags about overlaps and
 * duplicates would block approvals.
 */
export const createResponse = async (
  context: BrowserContext,
  product: Product,
  { village, minute = 0, answers: changed, fields = {} }: ResponseInput,
): Promise<SavedResponse> => {
  const start = new Date(Date.UTC(2026, 10, 12, 9, minute))
  const end = new Date(start.getTime() + 42 * 60_000)
  const mark = createSuffix()
  const different = {
    household_name: `Família Machava ${mark}`,
    maize_harvest: 300 + Math.round(Math.random() * 900_000) / 1_000,
    land: 1 + Math.round(Math.random() * 1_000) / 1_000,
  }
  const answer = await context.request.post(`${product.url}/api/survey-responses`, {
    headers: await fetchHeaders(context, product),
    data: {
      data: {
        surveyId: await fetchDemoSurveyId(context, product),
        investigatorName: `Celso Tembe ${mark}`,
        investigatorMobileNumber: '843104470',
        supervisorName: 'Amélia Macuácua',
        startTime: start.toISOString(),
        endTime: end.toISOString(),
        values: buildAnswers(village, { ...different, ...changed }),
        ...fields,
      },
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as SavedResponse
}

/** Changes answers by API call. A screen that is open still has the old version. */
export const changeAnswers = async (
  context: BrowserContext,
  product: Product,
  id: string,
  changed: Record<string, unknown>,
): Promise<void> => {
  const headers = await fetchHeaders(context, product)
  const url = `${product.url}/api/survey-responses/${id}`
  const record = (await (await context.request.get(url, { headers })).json()) as SavedResponse & {
    investigatorName: string
    supervisorName: string
    startTime: string
    endTime: string
    displayId: string
    investigatorMobileNumber: string
    photos: ({ id: string } | { url: string })[]
  }
  const { investigatorName, investigatorMobileNumber, supervisorName, startTime, endTime, displayId } = record
  const photos = record.photos.map((photo) => ('id' in photo ? { id: photo.id } : { url: photo.url }))
  const values = { ...record.values, ...changed }
  const answer = await context.request.put(url, {
    headers,
    data: {
      id,
      data: {
        investigatorName,
        investigatorMobileNumber,
        supervisorName,
        startTime,
        endTime,
        displayId,
        photos,
        values,
      },
      comment: 'The enumerator called back',
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export const setStatus = async (
  context: BrowserContext,
  product: Product,
  id: string,
  status: string,
  comment?: string,
): Promise<void> => {
  const answer = await context.request.post(`${product.url}/api/survey-responses/${id}/status`, {
    headers: await fetchHeaders(context, product),
    data: {
      status,
      ...(comment && { comment }),
      // Interviews of tests can overlap, or repeat a household.
      ...(status === 'approved' && { waiver: { reason: 'knownException' } }),
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
}

interface HistoryEntry {
  action: string
  comment: string | null
  isUndo: boolean
}

/** Returns the history of a response, newest entry first. */
export const fetchHistory = async (
  context: BrowserContext,
  product: Product,
  id: string,
): Promise<HistoryEntry[]> => {
  const answer = await context.request.get(`${product.url}/api/survey-responses/${id}/history`, {
    headers: await fetchHeaders(context, product),
  })
  return (await answer.json()) as HistoryEntry[]
}
