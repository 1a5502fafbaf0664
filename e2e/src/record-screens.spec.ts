import { en } from '@baseline/contract/messages/en.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyMaster } from '@baseline/contract/surveys/master.ts'
import type { Page } from '@playwright/test'

import { aPerson, signIn } from './people.ts'
import {
  answerFacts,
  instantText,
  repeatRows,
  sideFacts,
  statusNames,
} from './record-law/expected-response.ts'
import { readRecord, someMarkedPeople, someMarkedResponses, someMarkedStaff } from './record-law/marked.ts'
import { expectNothingOf, shownUnder } from './record-law/shown.ts'
import { createWalk } from './record-law/walk.ts'
import type { Step } from './record-law/walk.ts'
import { changeAnswers } from './responses.ts'
import { expect, test } from './test.ts'

/**
 * The rule of record screens: after every navigation, the page shows all fields of the record in its title,
 * and nothing of any other record. RECORDS sets the number of records.
 */
const count = Number(process.env['RECORDS'] ?? 50)
const blank = '—'

test.describe.configure({ timeout: 600_000 })
test.use({ actionTimeout: 30_000 })

test('responses: shows the right answers after every navigation, and nothing of another response', async ({
  page,
  context,
  product,
  expectFailures,
}) => {
  // One of the detours causes a conflict.
  if (count > 10) expectFailures(409)
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  const { village, responses, marks } = await someMarkedResponses(context, product, count)
  const list = `/survey-responses?village=${village}&pageSize=100`
  const idAt = (index: number) => responses[index]?.id ?? ''
  const viewPath = (index: number) => `/survey-responses/${idAt(index)}/view?village=${village}&pageSize=100`
  const titleAt = (index: number) => responses[index]?.displayId ?? ''
  const master = await readRecord<SurveyMaster>(
    context,
    product,
    `survey-masters/${responses[0]?.surveyId ?? ''}`,
  )
  const zone = master.timeZone ?? 'UTC'
  const others = (index: number) => [
    ...marks.filter((_, one) => one !== index),
    ...responses.filter((_, one) => one !== index).flatMap(({ id, displayId }) => [id, displayId]),
  ]

  const expectShown = async ({ at, way }: Step) => {
    await test.step(`${way}: ${titleAt(at)}`, async () => {
      expectNothingOf(others(at), await shownUnder(page, titleAt(at)))
      await expect(async () => {
        const record = await readRecord<SurveyResponse>(context, product, `survey-responses/${idAt(at)}`)
        const shown = await shownUnder(page, titleAt(at))
        expectNothingOf(others(at), shown)
        expect(shown.facts.filter(([, text]) => text !== blank)).toEqual(answerFacts(record, master))
        expect(shown.side).toEqual(sideFacts(record, zone))
        const repeats = repeatRows(record, master)
        expect(shown.tables).toHaveLength(repeats.length)
        for (const [number, rows] of repeats.entries()) {
          const [header = [], ...body] = shown.tables[number] ?? []
          const cells = body.map((row) =>
            row
              .map((text, column) => ({ label: header[column] ?? '', text }))
              .slice(1)
              .filter(({ text }) => text !== blank && text !== ''),
          )
          expect(cells).toEqual(rows)
        }
        expect(shown.text).toContain(`${record.village ?? ''}, ${record.districtName ?? ''}`)
        expect(shown.text).toContain(statusNames[record.status])
        const place = record.location
        expect(shown.text).toContain(
          `${place?.latitude.toFixed(6) ?? ''}, ${place?.longitude.toFixed(6) ?? ''}`,
        )
        for (const photo of record.photos) if ('name' in photo) expect(shown.text).toContain(photo.name)
        expect(shown.text).toContain(`Comment ${marks[at] ?? ''}`)
      }).toPass({ timeout: 15_000 })
      await expect(page.getByRole('region', { name: en.entities.surveyResponses.review.title })).toHaveCount(
        1,
      )
    })
  }

  await page.goto(viewPath(0))
  const walk = createWalk(page, 0)
  await expectShown({ at: 0, way: 'deep link' })
  const heading = page.getByRole('heading', { level: 1 })
  const neighbours = page.getByRole('navigation', { name: en.entities.surveyResponses.story.neighbours })
  const nextLink = neighbours.getByRole('link', { name: en.entities.surveyResponses.story.next })
  const previousLink = neighbours.getByRole('link', { name: en.entities.surveyResponses.story.previous })

  /** All ways to the next response. A key works only after the page has loaded the link to it. */
  const forward: ((to: number) => Promise<string>)[] = [
    async () => {
      await nextLink.waitFor()
      await page.keyboard.press('j')
      return 'j'
    },
    async () => {
      await nextLink.click()
      return '›'
    },
    async () => {
      await nextLink.waitFor()
      await heading.focus()
      await page.keyboard.press('v')
      return 'a decision'
    },
    async (to) => {
      await page.goto(viewPath(to))
      return 'deep link'
    },
    async (to) => {
      await page.getByRole('link', { name: en.entities.surveyResponses.title }).last().click()
      await page.getByRole('link', { name: titleAt(to) }).click()
      return 'the list'
    },
  ]

  /** Detours that return to the same response. One of them follows every second response, in turn. */
  const detours: (() => Promise<void>)[] = [
    async () => {
      await previousLink.waitFor()
      await page.keyboard.press('k')
      await expectShown(walk.push(walk.at() - 1, 'k'))
      await page.keyboard.press('j')
      await expectShown(walk.push(walk.at() + 1, 'j'))
    },
    async () => {
      await previousLink.click()
      await expectShown(walk.push(walk.at() - 1, '‹'))
      await nextLink.click()
      await expectShown(walk.push(walk.at() + 1, '›'))
    },
    async () => {
      await previousLink.click()
      await expectShown(walk.push(walk.at() - 1, '‹'))
      await expectShown(await walk.back())
      await expectShown(await walk.forward())
      await expectShown(await walk.back())
    },
    async () => {
      const at = walk.at()
      await page.getByRole('link', { name: en.common.edit, exact: true }).click()
      const form = await formUnder(page, titleAt(at), others(at))
      const record = await readRecord<SurveyResponse>(context, product, `survey-responses/${idAt(at)}`)
      for (const value of [
        record.investigatorName,
        record.values['household_name'],
        record.values['remarks'],
      ])
        expect(form.map(([, text]) => text)).toContain(value)
      await page.goBack()
      await expectShown({ at, way: 'Back from the form' })
    },
    async () => {
      const at = walk.at()
      await changeAnswers(context, product, idAt(at), { remarks: `Remark ${marks[at] ?? ''} corrected` })
      await heading.focus()
      await page.keyboard.press('h')
      await page.keyboard.type('Not sure')
      await page.keyboard.press('Enter')
      await expect(page.getByText(en.errors.conflict)).toBeVisible()
      await expectShown({ at, way: 'a conflict' })
      await page.getByRole('textbox', { name: en.entities.surveyResponses.fields.comment }).fill('')
      await heading.focus()
    },
  ]

  for (let to = 1; to < count; to += 1) {
    const way = await forward[(to - 1) % forward.length]?.(to)
    if (way === 'the list') walk.push(-1, 'the list')
    await expectShown(walk.push(to, way ?? ''))
    if (to % 2 === 0) await detours[(to / 2 - 1) % detours.length]?.()
  }
  await page.goto(list)
  await expect(page.getByText(`${count} responses`)).toBeVisible()
})

/** Returns the fields of a form after it has loaded. Fails if the form shows another record. */
const formUnder = async (page: Page, title: string, others: readonly string[]) => {
  await expect(page.getByRole('button', { name: en.common.save, exact: true })).toBeVisible()
  const shown = await shownUnder(page, title)
  expectNothingOf(others, shown)
  return shown.fields
}

interface WalkedRecord {
  id: string
  title: string
  mark: string
  facts: [label: string, text: string][]
  /** Values that the form must contain. */
  fields: string[]
}

/** Visits the view and the form of records: from the list by mouse and keyboard, by URL, Back and Forward. */
const walkRecords = async (
  page: Page,
  {
    records,
    list,
    entity,
    editTitle,
  }: { records: readonly WalkedRecord[]; list: string; entity: string; editTitle: string },
) => {
  const others = (index: number) =>
    records.filter((_, one) => one !== index).flatMap(({ id, mark }) => [id, mark])
  const recordAt = (index: number): WalkedRecord => {
    const record = records[index]
    if (!record) throw new Error(`record ${String(index)} does not exist`)
    return record
  }
  const rowOf = (index: number) => page.getByRole('row').filter({ hasText: recordAt(index).mark })
  const expectShown = ({ at, way }: Step) =>
    test.step(`${way}: ${recordAt(at).title}`, async () => {
      const { title, facts } = recordAt(at)
      expectNothingOf(others(at), await shownUnder(page, title))
      await expect(async () => {
        const shown = await shownUnder(page, title)
        expectNothingOf(others(at), shown)
        expect(shown.facts).toEqual(facts)
      }).toPass({ timeout: 15_000 })
    })
  for (let at = 0; at < records.length; at += 1) {
    const { id, fields } = recordAt(at)
    switch (at % 3) {
      case 0: {
        await page.goto(`/${entity}/${id}`)
        await expectShown({ at, way: 'deep link' })
        await page.getByRole('link', { name: en.common.edit, exact: true }).click()
        const form = await formUnder(page, editTitle, others(at))
        for (const field of fields) expect(form.map(([, value]) => value)).toContain(field)
        await page.goBack()
        await expectShown({ at, way: 'Back from the form' })
        break
      }
      case 1: {
        await page.goto(list)
        await rowOf(at).getByRole('link').first().click()
        await expectShown({ at, way: 'the list' })
        await page.goBack()
        await rowOf(at - 1)
          .getByRole('link')
          .first()
          .click()
        await expectShown({ at: at - 1, way: 'the list' })
        break
      }
      default: {
        await page.goto(list)
        await rowOf(at).focus()
        await page.keyboard.press('Enter')
        await expectShown({ at, way: 'Enter in the list' })
        await page.goBack()
        await expect(rowOf(at)).toBeVisible()
        await page.goForward()
        await expectShown({ at, way: 'Forward' })
      }
    }
  }
}

const roleNames = {
  manager: 'Manager',
  supervisor: 'Supervisor',
  enumerator: 'Enumerator',
  monitor: 'Monitor',
}

test('users: shows the right facts after every navigation, and nothing of another user', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  const { search, users } = await someMarkedPeople(context, product, count)
  await walkRecords(page, {
    entity: 'iam',
    editTitle: en.iam.edit,
    list: `/iam?email=${search}&pageSize=100`,
    records: users.map(({ mark, ...user }) => ({
      id: user.id,
      mark,
      title: user.fullName ?? '',
      fields: [user.email, user.firstName ?? '', user.lastName ?? '', user.phoneNumber ?? ''],
      facts: [
        // The first name replaces a full name of 25 or more characters. spec §9
        [en.user.fields.avatars, 'F'],
        [en.user.fields.email, user.email],
        [en.user.fields.firstName, user.firstName ?? blank],
        [en.user.fields.lastName, user.lastName ?? blank],
        [en.user.fields.phoneNumber, user.phoneNumber ?? blank],
        [en.user.fields.roles, user.roles.map((role) => roleNames[role]).join(', ')],
        [
          en.user.fields.lastSignInAt,
          user.lastSignInAt === null ? blank : instantText(user.lastSignInAt, 'UTC'),
        ],
        [en.user.fields.createdAt, instantText(user.createdAt, 'UTC')],
        [en.user.fields.updatedAt, instantText(user.updatedAt, 'UTC')],
        [en.user.fields.id, user.id],
      ],
    })),
  })
})

test('user details: shows the right facts after every navigation, and nothing of another record', async ({
  page,
  context,
  product,
}) => {
  await signIn(context, product, await aPerson(product, { role: 'manager' }))
  const { search, staff } = await someMarkedStaff(context, product, count)
  const { fields, genders } = en.entities.userDetails
  await walkRecords(page, {
    entity: 'user-details',
    editTitle: en.entities.userDetails.edit,
    list: `/user-details?search=${search}&pageSize=100`,
    records: staff.map(({ mark, ...record }) => ({
      id: record.id,
      mark,
      title: [record.firstName, record.lastName].filter(Boolean).join(' '),
      fields: [
        record.firstName,
        record.lastName ?? '',
        record.mobileNumber ?? '',
        record.onboardingDate ?? '',
      ],
      facts: [
        [fields.firstName, record.firstName],
        [fields.lastName, record.lastName ?? blank],
        [fields.mobileNumber, record.mobileNumber ?? blank],
        [fields.managerName, record.managerName ?? blank],
        [fields.onboardingDate, record.onboardingDate ?? blank],
        [fields.gender, genders[record.gender]],
        [fields.createdAt, instantText(record.createdAt, 'UTC')],
        [fields.updatedAt, instantText(record.updatedAt, 'UTC')],
        [fields.id, record.id],
      ],
    })),
  })
})
