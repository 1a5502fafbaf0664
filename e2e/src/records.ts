import { expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

import { withDatabase } from './database.ts'
import type { Product } from './product.ts'
import { createUser, fetchHeaders } from './users.ts'

interface SavedUserDetails {
  id: string
  firstName: string
  version: number
}

/** Creates user details by API call, or changes them if an id is given. */
export const saveUserDetails = async (
  context: BrowserContext,
  product: Product,
  data: Record<string, unknown>,
  id?: string,
): Promise<SavedUserDetails> => {
  const options = {
    headers: await fetchHeaders(context, product),
    data: { ...(id && { id }), data: { gender: 'female', ...data } },
  }
  const url = `${product.url}/api/user-details`
  const answer = id
    ? await context.request.put(`${url}/${id}`, options)
    : await context.request.post(url, options)
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as SavedUserDetails
}

const staff = [
  ['Benedita', 'Machava', 'female', '2024-02-01'],
  ['Celso', 'Tembe', 'male', '2025-06-16'],
  ['Rosa', 'Nhantumbo', 'female', '2025-06-16'],
  ['Inácio', 'Mondlane', 'male', '2025-11-03'],
  ['Luísa', undefined, 'female', '2026-01-12'],
  ['Jaime', 'Cossa', 'male', undefined],
  ['Maria da Conceição', 'dos Santos Albuquerque', 'female', '2026-03-02'],
  ['Tomás', 'Guambe', 'male', '2026-03-02'],
] as const

/** Creates staff. The first person is the manager of the others. Returns the id of the last one. */
export const createSampleStaff = async (context: BrowserContext, product: Product): Promise<string> => {
  let managerId: string | undefined
  let lastId = ''
  for (const [index, [firstName, lastName, gender, onboardingDate]] of staff.entries()) {
    const mobileNumber = `+258 84 ${String(310_4470 + index * 137)}`
    const data = { firstName, lastName, gender, onboardingDate, mobileNumber, managerId }
    ;({ id: lastId } = await saveUserDetails(context, product, data))
    managerId ??= lastId
  }
  return lastId
}

/** Creates a device by API call. Returns its id and its token. */
export const createDevice = async (
  context: BrowserContext,
  product: Product,
  data: { label: string; userDetailsId?: string },
): Promise<{ id: string; token: string }> => {
  const answer = await context.request.post(`${product.url}/api/devices`, {
    headers: await fetchHeaders(context, product),
    data: { data },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as { id: string; token: string }
}

/** Stores that a device was used by these phones. */
export const recordPhones = (product: Product, deviceId: string, phones: readonly string[]): Promise<void> =>
  withDatabase(product, async (client) => {
    await client.query(
      `update app.field_devices set last_seen_at = '2026-11-14T09:30:00Z', last_version = 'v2026.2.1' where id = $1`,
      [deviceId],
    )
    await client.query(
      `insert into app.field_device_ids (device_id, odk_device_id) select $1, unnest($2::text[])`,
      [deviceId, phones],
    )
  })

/** Creates staff and devices: in use, used on two phones, revoked and without a person. */
export const createSampleDevices = async (context: BrowserContext, product: Product): Promise<string> => {
  const userDetailsId = await createSampleStaff(context, product)
  const inUse = await createDevice(context, product, { label: 'Tomás Guambe', userDetailsId })
  await recordPhones(product, inUse.id, ['collect:one'])
  const copied = await createDevice(context, product, { label: 'Tablet 12' })
  await recordPhones(product, copied.id, ['collect:two', 'collect:three'])
  const lost = await createDevice(context, product, { label: 'Samsung A15, lost', userDetailsId })
  const revoked = await context.request.delete(`${product.url}/api/devices/${lost.id}`, {
    headers: await fetchHeaders(context, product),
  })
  expect(revoked.ok(), await revoked.text()).toBe(true)
  await createDevice(context, product, { label: 'Spare phone of the office in Nampula' })
  return inUse.id
}

/** Creates users with different roles. Returns the id of one of them. */
export const createSampleUsers = async (context: BrowserContext, product: Product): Promise<string> => {
  for (const [firstName, lastName, role] of [
    ['Amélia', 'Macuácua', 'supervisor'],
    ['Dércio', 'Chissano', 'monitor'],
    ['Esperança', 'Muianga', 'enumerator'],
  ] as const)
    await createUser(product, { firstName, lastName, role })
  const { email } = await createUser(product, { firstName: 'Hélder', lastName: 'Bila', role: 'supervisor' })
  const answer = await context.request.get(`${product.url}/api/iam/user?filter[email]=${email}&limit=1`, {
    headers: await fetchHeaders(context, product),
  })
  return ((await answer.json()) as { rows: { id: string }[] }).rows[0]?.id ?? ''
}
