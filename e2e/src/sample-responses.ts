import { expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

import type { Product } from './product.ts'
import { changeAnswers, createResponse, setStatus, uploadPhoto } from './responses.ts'
import type { SavedResponse } from './responses.ts'
import { fetchHeaders } from './users.ts'

const villages = ['Xinavane', 'Calanga', 'Ilha Josina', 'Maluana', '3 de Fevereiro', 'Munguine'] as const
const families = ['Machava', 'Tembe', 'Cossa', 'Sitoe', 'Nhantumbo', 'Guambe'] as const

/** Creates responses, some of them reviewed. Returns the id of one with photos, a correction and comments. */
export const createSampleResponses = async (context: BrowserContext, product: Product): Promise<string> => {
  const headers = await fetchHeaders(context, product)
  const responses: SavedResponse[] = []
  for (const [index, village] of villages.entries())
    responses.push(
      await createResponse(context, product, {
        village,
        minute: index * 7,
        answers: {
          household_name: `Família ${families[index] ?? ''}`,
          position: {
            // Not at the place of the same household of another test.
            latitude: -25.4 + ((index * 7) % 5) * 0.07 + Math.random() * 0.05,
            longitude: 32.6 + index * 0.05,
            accuracy: 6,
          },
        },
      }),
    )
  const setStatusOf = (nth: number, status: string, comment?: string) =>
    setStatus(context, product, responses[nth]?.id ?? '', status, comment)
  await setStatusOf(0, 'verified')
  await setStatusOf(1, 'approved')
  await setStatusOf(2, 'returned', 'The number of rooms does not match the photo')
  await setStatusOf(3, 'onHold', 'Waiting for the village head')
  const photos = [
    await uploadPhoto(context, product, 'house.png', [150, 110, 60]),
    await uploadPhoto(context, product, 'borehole.png', [60, 120, 160]),
    { url: 'https://photos.example.org/field/0042.jpg' },
  ]
  const house = await uploadPhoto(context, product, 'front.png', [90, 140, 80])
  const detailed = await createResponse(context, product, {
    village: 'Mucupia',
    minute: 50,
    answers: { house_photo: house.id },
    fields: { photos },
  })
  await changeAnswers(context, product, detailed.id, { rooms: 4, head_age: 53 })
  await context.request.post(`${product.url}/api/survey-responses/${detailed.id}/comments`, {
    headers,
    data: { comment: 'Please look at the photo of the borehole again.' },
  })
  return detailed.id
}

/** Creates a response with three open flags and a waived one. */
export const createFlaggedResponse = async (context: BrowserContext, product: Product): Promise<string> => {
  const { id } = await createResponse(context, product, {
    village: 'Maluana',
    answers: { rooms: 14, head_age: 104, position: { latitude: -25.4, longitude: 32.8, accuracy: 0 } },
    fields: { endTime: '2026-11-12T09:03:00.000Z' },
  })
  const url = `${product.url}/api/survey-responses/${id}/flags`
  const headers = await fetchHeaders(context, product)
  const flags = (await (await context.request.get(url, { headers })).json()) as {
    question: string
    evidenceHash: string
  }[]
  const { evidenceHash } = flags.find(({ question }) => question === 'head_age') ?? {}
  const decision = await context.request.post(`${url}/V2`, {
    headers,
    data: {
      question: 'head_age',
      state: 'waived',
      evidenceHash,
      reason: 'respondentConfirmed',
      comment: 'The identity card says so.',
    },
  })
  expect(decision.ok(), await decision.text()).toBe(true)
  return id
}

/** Creates a response with a query that was answered with a proposal, and one that was closed. */
export const createQueriedResponse = async (context: BrowserContext, product: Product): Promise<string> => {
  const { id } = await createResponse(context, product, { village: 'Maluana' })
  const headers = await fetchHeaders(context, product)
  const post = async (path: string, data: object) => {
    const answer = await context.request.post(`${product.url}/api${path}`, { headers, data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return (await answer.json()) as { id: string }
  }
  const open = (question: string, text: string) => post(`/survey-responses/${id}/queries`, { question, text })
  const rooms = await open('rooms', 'The photo shows four rooms. Is it three?')
  await post(`/queries/${rooms.id}/messages`, { text: 'I counted again', proposedValue: 4 })
  const age = await open('members.3.member_age', 'Ask for the birthday')
  await post(`/queries/${age.id}/close`, {})
  return id
}

/** Creates two responses of one household. Returns the part of the address that compares them. */
export const createDuplicateResponses = async (
  context: BrowserContext,
  product: Product,
): Promise<string> => {
  const first = await createResponse(context, product, { village: 'Maluana', minute: 1 })
  const other = await createResponse(context, product, {
    village: 'Maluana',
    minute: 2,
    answers: { rooms: 4, head_age: 53 },
  })
  return `${first.id}/compare?with=${other.id}`
}
