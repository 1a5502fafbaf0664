import { serverEn as en } from '@baseline/contract/messages/server.en.ts'
import type { SurveyResponse } from '@baseline/contract/survey-responses/response.ts'
import type { SurveyMaster } from '@baseline/contract/surveys/master.ts'
import type { Page } from '@playwright/test'

import {
  answerFacts,
  instantText,
  repeatRows,
  sidebarFacts,
  statusNames,
} from './record-screens/expected-response.ts'
import {
  createMarkedResponses,
  createMarkedStaff,
  createMarkedUsers,
  readRecord,
} from './record-screens/marked-records.ts'
import { expectNoMarks, readPageContent } from './record-screens/page-content.ts'
import { createWalk } from './record-screens/walk.ts'
import type { Step } from './record-screens/walk.ts'
import { changeAnswers } from './responses.ts'
import { expect, test } from './test.ts'
import { signInAs } from './users.ts'

/**
 * The rule of record screens: after every navigation, the page shows all fields of the record in its title,
 * and nothing of any other record. RECORDS sets the number of records.
 */
const count = Number(process.env['RECORDS'] ?? 50)
const blankText = '—'

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
  await signInAs(context, product, 'manager')
  const { village, responses, marks } = await createMarkedResponses(context, product, count)
  const list = `/survey-responses?village=${village}&pageSize=100`
  const idOf = (index: number) => responses[index]?.id ?? ''
  const viewPath = (index: number) => `/survey-responses/${idOf(index)}/view?village=${village}&pageSize=100`
  const titleOf = (index: number) => responses[index]?.displayId ?? ''
  const master = await readRecord<SurveyMaster>(
    context,
    product,
    `survey-masters/${responses[0]?.surveyId ?? ''}`,
  )
  const timeZone = master.timeZone ?? 'UTC'
  const marksOfOthers = (index: number) => [
    ...marks.filter((_, other) => other !== index),
    ...responses.filter((_, other) => other !== index).flatMap(({ id, displayId }) => [id, displayId]),
  ]

  const expectShown = async ({ index, via }: Step) => {
    await test.step(`${via}: ${titleOf(index)}`, async () => {
      expectNoMarks(marksOfOthers(index), await readPageContent(page, titleOf(index)))
      await expect(async () => {
        const record = await readRecord<SurveyResponse>(context, product, `survey-responses/${idOf(index)}`)
        const content = await readPageContent(page, titleOf(index))
        expectNoMarks(marksOfOthers(index), content)
        expect(content.facts.filter(([, text]) => text !== blankText)).toEqual(answerFacts(record, master))
        expect(content.sidebar).toEqual(sidebarFacts(record, timeZone))
        const repeats = repeatRows(record, master)
        expect(content.tables).toHaveLength(repeats.length)
        for (const [number, rows] of repeats.entries()) {
          const [header = [], ...body] = content.tables[number] ?? []
          const cells = body.map((row) =>
            row
              .map((text, column) => ({ label: header[column] ?? '', text }))
              .slice(1)
              .filter(({ text }) => text !== blankText && text !== ''),
          )
          expect(cells).toEqual(rows)
        }
        expect(content.text).toContain(`${record.village ?? ''}, ${record.districtName ?? ''}`)
        expect(content.text).toContain(statusNames[record.status])
        const place = record.location
        expect(content.text).toContain(
          `${place?.latitude.toFixed(6) ?? ''}, ${place?.longitude.toFixed(6) ?? ''}`,
        )
        for (const photo of record.photos) if ('name' in photo) expect(content.text).toContain(photo.name)
        expect(content.text).toContain(`Comment ${marks[index] ?? ''}`)
      }).toPass({ timeout: 15_000 })
      await expect(page.getByRole('region', { name: en.entities.surveyResponses.review.title })).toHaveCount(
        1,
      )
    })
  }

  await page.goto(viewPath(0))
  const walk = createWalk(page, 0)
  await expectShown({ index: 0, via: 'deep link' })
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
      await page.getByRole('link', { name: titleOf(to) }).click()
      return 'the list'
    },
  ]

  /** Detours that return to the same response. One of them follows every second response, in turn. */
  const detours: (() => Promise<void>)[] = [
    async () => {
      await previousLink.waitFor()
      await page.keyboard.press('k')
      await expectShown(walk.push(walk.getIndex() - 1, 'k'))
      await page.keyboard.press('j')
      await expectShown(walk.push(walk.getIndex() + 1, 'j'))
    },
    async () => {
      await previousLink.click()
      await expectShown(walk.push(walk.getIndex() - 1, '‹'))
      await nextLink.click()
      await expectShown(walk.push(walk.getIndex() + 1, '›'))
    },
    async () => {
      await previousLink.click()
      await expectShown(walk.push(walk.getIndex() - 1, '‹'))
      await expectShown(await walk.back())
      await expectShown(await walk.forward())
      await expectShown(await walk.back())
    },
    async () => {
      const index = walk.getIndex()
      await page.getByRole('link', { name: en.common.edit, exact: true }).click()
      const form = await readFormFields(page, titleOf(index), marksOfOthers(index))
      const record = await readRecord<SurveyResponse>(context, product, `survey-responses/${idOf(index)}`)
      for (const value of [
        record.investigatorName,
        record.values['household_name'],
        record.values['remarks'],
      ])
        expect(form.map(([, text]) => text)).toContain(value)
      await page.goBack()
      await expectShown({ index, via: 'Back from the form' })
    },
    async () => {
      const index = walk.getIndex()
      await changeAnswers(context, product, idOf(index), {
        remarks: `Remark ${marks[index] ?? ''} corrected`,
      })
      await heading.focus()
      await page.keyboard.press('h')
      await page.keyboard.type('Not sure')
      await page.keyboard.press('Enter')
      await expect(page.getByText(en.errors.conflict)).toBeVisible()
      await expectShown({ index, via: 'a conflict' })
      await page.getByRole('textbox', { name: en.entities.surveyResponses.fields.comment }).fill('')
      await heading.focus()
    },
  ]

  for (let to = 1; to < count; to += 1) {
    const via = await forward[(to - 1) % forward.length]?.(to)
    if (via === 'the list') walk.push(-1, 'the list')
    await expectShown(walk.push(to, via ?? ''))
    if (to % 2 === 0) await detours[(to / 2 - 1) % detours.length]?.()
  }
  await page.goto(list)
  await expect(page.getByText(`${count} responses`)).toBeVisible()
})

/** Returns the fields of a form after it has loaded. Fails if the form shows another record. */
const readFormFields = async (page: Page, title: string, marksOfOthers: readonly string[]) => {
  await expect(page.getByRole('button', { name: en.common.save, exact: true })).toBeVisible()
  const content = await readPageContent(page, title)
  expectNoMarks(marksOfOthers, content)
  return content.fields
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
  const marksOfOthers = (index: number) =>
    records.filter((_, other) => other !== index).flatMap(({ id, mark }) => [id, mark])
  const getRecord = (index: number): WalkedRecord => {
    const record = records[index]
    if (!record) throw new Error(`record ${String(index)} does not exist`)
    return record
  }
  const rowOf = (index: number) => page.getByRole('row').filter({ hasText: getRecord(index).mark })
  const expectShown = ({ index, via }: Step) =>
    test.step(`${via}: ${getRecord(index).title}`, async () => {
      const { title, facts } = getRecord(index)
      expectNoMarks(marksOfOthers(index), await readPageContent(page, title))
      await expect(async () => {
        const content = await readPageContent(page, title)
        expectNoMarks(marksOfOthers(index), content)
        expect(content.facts).toEqual(facts)
      }).toPass({ timeout: 15_000 })
    })
  for (let index = 0; index < records.length; index += 1) {
    const { id, fields } = getRecord(index)
    switch (index % 3) {
      case 0: {
        await page.goto(`/${entity}/${id}`)
        await expectShown({ index, via: 'deep link' })
        await page.getByRole('link', { name: en.common.edit, exact: true }).click()
        const form = await readFormFields(page, editTitle, marksOfOthers(index))
        for (const field of fields) expect(form.map(([, value]) => value)).toContain(field)
        await page.goBack()
        await expectShown({ index, via: 'Back from the form' })
        break
      }
      case 1: {
        await page.goto(list)
        await rowOf(index).getByRole('link').first().click()
        await expectShown({ index, via: 'the list' })
        await page.goBack()
        await rowOf(index - 1)
          .getByRole('link')
          .first()
          .click()
        await expectShown({ index: index - 1, via: 'the list' })
        break
      }
      default: {
        await page.goto(list)
        await rowOf(index).focus()
        await page.keyboard.press('Enter')
        await expectShown({ index, via: 'Enter in the list' })
        await page.goBack()
        await expect(rowOf(index)).toBeVisible()
        await page.goForward()
        await expectShown({ index, via: 'Forward' })
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
  await signInAs(context, product, 'manager')
  const { search, users } = await createMarkedUsers(context, product, count)
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
        [en.user.fields.firstName, user.firstName ?? blankText],
        [en.user.fields.lastName, user.lastName ?? blankText],
        [en.user.fields.phoneNumber, user.phoneNumber ?? blankText],
        [en.user.fields.roles, user.roles.map((role) => roleNames[role]).join(', ')],
        [en.user.fields.userDetailsId, blankText],
        [
          en.user.fields.memberships,
          user.memberships.map(({ districts }) => `All surveys in ${String(districts)}`)[0] ??
            'All responses',
        ],
        [
          en.user.fields.lastSignInAt,
          user.lastSignInAt === null ? blankText : instantText(user.lastSignInAt, 'UTC'),
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
  await signInAs(context, product, 'manager')
  const { search, staff } = await createMarkedStaff(context, product, count)
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
        [fields.lastName, record.lastName ?? blankText],
        [fields.mobileNumber, record.mobileNumber ?? blankText],
        [fields.managerName, record.managerName ?? blankText],
        [fields.onboardingDate, record.onboardingDate ?? blankText],
        [fields.gender, genders[record.gender]],
        [fields.createdAt, instantText(record.createdAt, 'UTC')],
        [fields.updatedAt, instantText(record.updatedAt, 'UTC')],
        [fields.id, record.id],
      ],
    })),
  })
})
