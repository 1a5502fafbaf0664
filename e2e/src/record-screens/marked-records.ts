import { createHash } from 'node:crypto'

import type { User } from '@baseline/contract/iam/contract.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { UserDetails } from '@baseline/contract/user-details/contract.ts'
import { expect } from '@playwright/test'
import type { BrowserContext } from '@playwright/test'

import type { Product } from '../product.ts'
import { createSuffix } from '../random-suffix.ts'
import { saveUserDetails } from '../records.ts'
import { createResponse, uploadPhoto } from '../responses.ts'
import { fetchHeaders } from '../users.ts'

/** Returns one mark per record. The mark is part of the texts of that record only. */
const createMarks = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}n${String(index).padStart(3, '0')}x`)

export const readRecord = async <T>(context: BrowserContext, product: Product, path: string): Promise<T> => {
  const answer = await context.request.get(`${product.url}/api/${path}`, {
    headers: await fetchHeaders(context, product),
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return (await answer.json()) as T
}

/** Creates different responses of one village, newest first. Each has a comment, some have a photo. */
export const createMarkedResponses = async (context: BrowserContext, product: Product, count: number) => {
  const village = `Mabote ${createSuffix()}`
  const marks = createMarks(createSuffix(), count)
  const responses: SurveyResponse[] = []
  for (const [index, mark] of marks.entries()) {
    const photos = index % 10 === 0 ? [await uploadPhoto(context, product, `house-${mark}.png`)] : []
    const { id } = await createResponse(context, product, {
      village,
      minute: count - index,
      answers: {
        household_name: `Family ${mark}`,
        head_name: `Head ${mark}`,
        head_age: 20 + index,
        head_sex: index % 2 === 0 ? 'female' : 'male',
        rooms: 1 + (index % 20),
        income_month: 5000 + index,
        remarks: `Remark ${mark}`,
        position: {
          latitude: -25.4 - index / 1000,
          longitude: 32.8 + index / 1000,
          accuracy: 4 + (index % 7),
        },
        water_treatment: index % 2 === 0 ? ['boil', 'filter'] : ['boil'],
        household_size: 1,
        members: [
          {
            member_name: `Member ${mark}`,
            member_sex: 'female',
            member_age: 30 + (index % 40),
            member_relation: 'head',
            member_education: 'secondary',
            member_works: index % 2 === 0 ? 'yes' : 'no',
          },
        ],
      },
      fields: {
        investigatorName: `Enumerator ${mark}`,
        supervisorName: `Supervisor ${mark}`,
        investigatorMobileNumber: `84${String(1_000_000 + index)}`,
        photos,
      },
    })
    const comment = await context.request.post(`${product.url}/api/survey-responses/${id}/comments`, {
      headers: await fetchHeaders(context, product),
      data: { comment: `Comment ${mark}` },
    })
    expect(comment.ok(), await comment.text()).toBe(true)
    responses.push(await readRecord<SurveyResponse>(context, product, `survey-responses/${id}`))
  }
  return { village, marks, responses }
}

/** Imports users; every second one may read one district only. `search` is part of their email addresses. */
export const createMarkedUsers = async (context: BrowserContext, product: Product, count: number) => {
  const search = `marked-${createSuffix()}`
  const headers = await fetchHeaders(context, product)
  const roles = ['supervisor', 'monitor', 'enumerator'] as const
  const users: (User & { mark: string })[] = []
  for (const [index, mark] of createMarks(createSuffix(), count).entries()) {
    const data = {
      firstName: `First${mark}`,
      lastName: `Last${mark}`,
      phoneNumber: String(840_000_000 + index),
      roles: [roles[index % roles.length]],
    }
    const answer = await context.request.post(`${product.url}/api/iam/import`, {
      headers,
      data: {
        data: { email: `${search}-${mark}@example.org`, ...data },
        importHash: createHash('sha256').update(mark).digest('hex'),
      },
    })
    expect(answer.ok(), await answer.text()).toBe(true)
    const { id } = (await answer.json()) as User
    if (index % 2 === 0) {
      const memberships = [{ surveyId: null, districts: [`District${mark}`], ownTeam: false }]
      const limited = await context.request.put(`${product.url}/api/iam`, {
        headers,
        data: { data: { id, ...data, memberships } },
      })
      expect(limited.ok(), await limited.text()).toBe(true)
    }
    users.push({ mark, ...(await readRecord<User>(context, product, `iam/${id}`)) })
  }
  return { search, users }
}

/** Creates user details. Every fifth record has a separate manager. */
export const createMarkedStaff = async (context: BrowserContext, product: Product, count: number) => {
  const search = `Marked${createSuffix()}`
  const staff: (UserDetails & { mark: string })[] = []
  for (const [index, mark] of createMarks(createSuffix(), count).entries()) {
    const manager =
      index % 5 === 0 ? await saveUserDetails(context, product, { firstName: `Boss ${mark}` }) : undefined
    const { id } = await saveUserDetails(context, product, {
      firstName: `${search} ${mark}`,
      lastName: index % 4 === 0 ? undefined : `Last ${mark}`,
      mobileNumber: String(850_000_000 + index),
      onboardingDate: `2026-0${String(1 + (index % 9))}-1${String(index % 10)}`,
      gender: index % 2 === 0 ? 'female' : 'male',
      ...(manager && { managerId: manager.id }),
    })
    staff.push({ mark, ...(await readRecord<UserDetails>(context, product, `user-details/${id}`)) })
  }
  return { search, staff }
}
