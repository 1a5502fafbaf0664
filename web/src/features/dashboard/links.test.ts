import { doneStatuses } from '@baseline/contract/survey-responses/status.ts'
import { beforeAll, expect, test } from 'vitest'

import { features } from '#features/index.ts'
import { surveyResponsesList } from '#features/survey-responses/list.ts'
import { installRecordPaths } from '#platform/records.ts'
import { readAddress } from '#platform/search-text.ts'

import { done, responsesPath, wholeName } from './links.ts'
import type { ResponseFilter } from './links.ts'

beforeAll(() => installRecordPaths(features))

const survey = '019a0000-0000-7000-8000-000000000001'

/** What the list itself makes of a link: the filter of its call. */
const asked = (scope: Parameters<typeof responsesPath>[0], filter?: ResponseFilter) => {
  const [path, search = ''] = (responsesPath(scope, filter) ?? '').split('?')
  const { query } = surveyResponsesList.request(surveyResponsesList.read(readAddress(search)), 'UTC')
  return { path, filter: query.filter }
}

test('a figure leads to the list with the survey and the days of the page', () => {
  expect(asked({})).toEqual({ path: '/survey-responses', filter: undefined })
  expect(asked({ survey, surveyDateRange: ['2026-11-01', ''] }, done)).toEqual({
    path: '/survey-responses',
    filter: { surveyId: [survey], surveyDateRange: ['2026-11-01', ''], status: responseOrder(doneStatuses) },
  })
})

/** The list names statuses in the order of their life. */
const responseOrder = (statuses: readonly string[]) =>
  ['inProgress', 'submitted', 'onHold', 'returned', 'resubmitted', 'verified', 'approved', 'rejected'].filter(
    (status) => statuses.includes(status),
  )

test('what a figure says of days counts more than the days of the page', () => {
  const today = { surveyDateRange: ['2026-11-15', '2026-11-15'] }
  expect(asked({ surveyDateRange: ['2026-11-01', ''] }, today).filter).toEqual(today)
})

test.for(['Ana Maria', 'O"Neill', '"', '123', '[1]', 'a & b = c', 'Évora'])(
  'the name %s arrives as it is, in quotes that mean the whole of it',
  (name) => {
    const { filter } = asked({}, { investigatorName: wholeName(name) ?? '' })
    expect(filter).toEqual({ investigatorName: [`"${name}"`] })
  },
)

test.for(['Manhiça', '12', 'true', '["x"]'])('the district %s arrives as it is', (name) => {
  expect(asked({}, { districtName: [name] }).filter).toEqual({ districtName: [name] })
})

test('a name that no filter takes leads nowhere', () => {
  expect(wholeName('x'.repeat(254))).toBeUndefined()
})
