import { UserData } from '@baseline/contract/iam/contract.ts'
import type { Membership } from '@baseline/contract/iam/contract.ts'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Button, Form } from 'antd'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { formOf } from '#platform/form/form-shape.ts'
import { SchemaField } from '#platform/form/schema-field.tsx'
import { SchemaForm } from '#platform/form/schema-form.tsx'
import { session } from '#platform/session.ts'
import { loadAllTexts } from '#platform/testing/load-texts.ts'
import { renderPage } from '#platform/testing/render-page.tsx'
import { aUser, answerFetch, tokenOf } from '#platform/testing/scripted-fetch.ts'

import { MembershipsInput } from './memberships-input.tsx'

vi.setConfig({ testTimeout: 60_000 })
configure({ asyncUtilTimeout: 15_000 })
beforeAll(() => loadAllTexts('en'))
afterEach(cleanup)

const water = { id: '0195d000-0000-7000-8000-000000000001', label: 'Water' }
const health = { id: '0195d000-0000-7000-8000-000000000002', label: 'Health' }
const shape = formOf(UserData.pick({ memberships: true }), { memberships: 'user.fields.memberships' })

const open = async (memberships: Membership[]) => {
  answerFetch({
    'GET /identity/token': { body: { token: tokenOf(aUser.id) } },
    'GET /api/auth/me': { body: aUser },
    'GET /api/survey-list': { body: { rows: [water, health], count: 2 } },
    'GET /api/survey-responses/facets': { body: { values: [], isComplete: true } },
  })
  await session.load()
  const Sample = () => {
    const [form] = Form.useForm()
    return (
      <SchemaForm shape={shape} form={form} initialValues={{ memberships }} onSubmit={() => {}}>
        <SchemaField shape={shape} name="memberships">
          <MembershipsInput />
        </SchemaField>
        <Button htmlType="submit">Save</Button>
      </SchemaForm>
    )
  }
  await renderPage(Sample)
  await screen.findByText('Health')
  return userEvent.setup()
}
const districtsOf = (row: number) => screen.getAllByRole('combobox', { name: 'Districts' })[row]

test('offers each survey in one row only', async () => {
  const user = await open([
    { surveyId: null, districts: ['Tete'], ownTeam: false },
    { surveyId: health.id, districts: ['Tete'], ownTeam: false },
  ])
  const [, second] = screen.getAllByRole('combobox', { name: 'Survey' })
  if (!second) throw new Error('there is no second row')
  await user.click(second)
  const isDisabled = (title: string) =>
    [...document.querySelectorAll(`.ant-select-item[title="${title}"]`)].map((option) =>
      option.classList.contains('ant-select-item-option-disabled'),
    )
  await waitFor(() => expect(isDisabled('Water')).toEqual([false]))
  expect(isDisabled('All surveys')).toEqual([true])
  // The row's own survey.
  expect(isDisabled('Health')).toEqual([false])

  const add = screen.getByRole('button', { name: /Add/ })
  await user.click(add)
  // The new row has the only survey that is left.
  expect(screen.getAllByRole('combobox', { name: 'Survey' })).toHaveLength(3)
  expect(add).toHaveProperty('disabled', true)
})

test('marks only the row that lacks a district', async () => {
  const user = await open([
    { surveyId: health.id, districts: ['Tete'], ownTeam: false },
    { surveyId: water.id, districts: [], ownTeam: false },
  ])
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await screen.findByText('Choose at least one district')
  expect(districtsOf(0)?.getAttribute('aria-invalid')).toBeNull()
  expect(districtsOf(1)?.getAttribute('aria-invalid')).toBe('true')
  expect(document.querySelectorAll('.ant-select-status-error')).toHaveLength(1)
})
