import { randomUUID } from 'node:crypto'

import { expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

import { withDatabase } from './database.ts'
import type { Product } from './product.ts'
import { createSuffix } from './random-suffix.ts'
import { createDevice } from './records.ts'
import { setStatus } from './responses.ts'

const newInstanceId = (): string => `uuid:${randomUUID()}`

interface PhoneInterview {
  instanceId: string
  deprecatedId?: string
  /** Answers of the demo questionnaire. */
  answers: Record<string, string | number>
  isIncomplete?: boolean
}

/** Sends an interview of the demo questionnaire as ODK Collect does. */
const sendInterview = async (
  context: BrowserContext,
  product: Product,
  token: string,
  { instanceId, deprecatedId, answers, isIncomplete = false }: PhoneInterview,
): Promise<void> => {
  const xml = [
    `<?xml version='1.0' ?><data id="household_baseline" version="1" xmlns:orx="http://openrosa.org/xforms">`,
    ...Object.entries(answers).map(([name, answer]) => `<${name}>${String(answer)}</${name}>`),
    `<orx:meta><orx:instanceID>${instanceId}</orx:instanceID>`,
    deprecatedId === undefined ? '' : `<orx:deprecatedID>${deprecatedId}</orx:deprecatedID>`,
    '</orx:meta></data>',
  ].join('')
  const answer = await context.request.post(
    `${product.url}/api/field/${token}/submission?deviceID=collect%3Aphone`,
    {
      headers: { 'user-agent': 'org.odk.collect.android/v2026.2.1', 'x-openrosa-version': '1.0' },
      multipart: {
        xml_submission_file: { name: 'interview.xml', mimeType: 'text/xml', buffer: Buffer.from(xml) },
        ...(isIncomplete && { '*isIncomplete*': 'yes' }),
      },
    },
  )
  expect(answer.status(), await answer.text()).toBe(201)
}

const findResponse = (product: Product, instanceId: string): Promise<string> =>
  withDatabase(product, async (client) => {
    const { rows } = await client.query<{ response_id: string }>(
      'select response_id from app.field_instances where instance_id = $1',
      [instanceId],
    )
    return rows[0]?.response_id ?? ''
  })

/** Returns the id of the interview with this instance that waits in the inbox. */
const findWaiting = (product: Product, instanceId: string): Promise<string> =>
  withDatabase(product, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from app.field_submissions where instance_id = $1 and state not in ('stored', 'discarded')`,
      [instanceId],
    )
    return rows[0]?.id ?? ''
  })

const answersOf = (village: string, headName: string) => ({
  interview_date: '2026-11-12',
  district: 'manhica',
  village,
  village_type: 'rural',
  household_name: `Família ${headName}`,
  consent: 'yes',
  head_name: headName,
  head_age: 52,
})

/** Sends an interview twice, with two heads of household. Returns the response and the interview that waits. */
export const sendConflict = async (
  context: BrowserContext,
  product: Product,
  { token, village, heads }: { token: string; village: string; heads: readonly [string, string] },
): Promise<{ id: string; responseId: string }> => {
  const instanceId = newInstanceId()
  for (const head of heads)
    await sendInterview(context, product, token, { instanceId, answers: answersOf(village, head) })
  return { id: await findWaiting(product, instanceId), responseId: await findResponse(product, instanceId) }
}

/** Creates one interview of each kind in the inbox. Returns the id of the conflict. */
export const createSampleIntake = async (context: BrowserContext, product: Product): Promise<string> => {
  const village = `Chibututuíne ${createSuffix()}`
  const { token } = await createDevice(context, product, { label: 'Telefone de Tomás Guambe' })
  const [original, edited, incomplete] = [newInstanceId(), newInstanceId(), newInstanceId()]
  const answers = answersOf(village, 'Rosa Cossa')
  await sendInterview(context, product, token, { instanceId: original, answers })
  await setStatus(context, product, await findResponse(product, original), 'approved')
  const edit = { instanceId: edited, deprecatedId: original, answers: { ...answers, head_age: 25 } }
  await sendInterview(context, product, token, edit)
  await sendInterview(context, product, token, { instanceId: incomplete, answers, isIncomplete: true })
  await withDatabase(product, (client) =>
    client.query(
      `update app.field_submissions set received_at = now() - interval '2 days' where instance_id = $1`,
      [incomplete],
    ),
  )
  const heads = ['Helena Machava', 'Helena Muianga'] as const
  return (await sendConflict(context, product, { token, village, heads })).id
}

/** Sends an interview with problems. Returns the id of its response. */
export const createPhoneResponse = async (context: BrowserContext, product: Product): Promise<string> => {
  const { token } = await createDevice(context, product, { label: 'Telefone de Rosa Cossa' })
  const instanceId = newInstanceId()
  const answers = { ...answersOf('Maluana', 'Ana Tembe'), head_age: 520, nickname: 'Nana' }
  await sendInterview(context, product, token, { instanceId, answers })
  return findResponse(product, instanceId)
}
