import { doneStatuses } from '@baseline/contract/survey-responses/status.ts'
import { beforeAll, expect, test } from 'vitest'

import { features } from '#features/index.ts'
import { surveyResponsesList } from '#features/survey-responses/list.ts'
import { installFeatures } from '#platform/entities.ts'
import { readAddress } from '#platform/search-text.ts'

import { doneFilter, quoteName, responsesPath } from './links.ts'
import type { ResponseFilter } from './links.ts'

beforeAll(() => installFeatures(features))

const survey = '019a0000-0000-7000-8000-000000000001'

/** Parses a link as the list does, and returns the filter of the list's request. */
const readLink = (scope: Parameters<typeof responsesPath>[0], filter?: ResponseFilter) => {
  const [path, search = ''] = (responsesPath(scope, filter) ?? '').split('?')
  const { query } = surveyResponsesList.request(surveyResponsesList.read(readAddress(search)), 'UTC')
  return { path, filter: query.filter }
}

test('links a figure to the list, filtered by the survey and the dates of the page', () => {
  expect(readLink({})).toEqual({ path: '/survey-responses', filter: undefined })
  expect(readLink({ survey, surveyDateRange: ['2026-11-01', ''] }, doneFilter)).toEqual({
    path: '/survey-responses',
    filter: { surveyId: [survey], surveyDateRange: ['2026-11-01', ''], status: responseOrder(doneStatuses) },
  })
})

/** The list sends statuses in workflow order. */
const responseOrder = (statuses: readonly string[]) =>
  ['inProgress', 'submitted', 'onHold', 'returned', 'resubmitted', 'verified', 'approved', 'rejected'].filter(
    (status) => statuses.includes(status),
  )

test('uses the dates of the figure instead of the dates of the page', () => {
  const today = { surveyDateRange: ['2026-11-15', '2026-11-15'] }
  expect(readLink({ surveyDateRange: ['2026-11-01', ''] }, today).filter).toEqual(today)
})

test.for(['Ana Maria', 'O"Neill', '"', '123', '[1]', 'a & b = c', 'Évora'])(
  'passes the name %s unchanged, in quotes that match the whole name',
  (name) => {
    const { filter } = readLink({}, { investigatorName: quoteName(name) ?? '' })
    expect(filter).toEqual({ investigatorName: [`"${name}"`] })
  },
)

test.for(['Manhiça', '12', 'true', '["x"]'])('passes the district %s unchanged', (name) => {
  expect(readLink({}, { districtName: [name] }).filter).toEqual({ districtName: [name] })
})

test('does not link a name that is too long for the filter', () => {
  expect(quoteName('x'.repeat(254))).toBeUndefined()
})
