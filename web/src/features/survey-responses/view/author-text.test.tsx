import type { Comment, HistoryEntry } from '@baseline/contract/survey-responses/contract.ts'
import type { SurveyDefinition } from '@baseline/contract/surveys/master.ts'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { loadAllTexts } from '#platform/testing/load-texts.ts'

import { CommentList } from './comment-list.tsx'
import { HistoryList } from './history-list.tsx'

beforeAll(() => loadAllTexts('en'))
afterEach(cleanup)

const survey: SurveyDefinition = {
  formId: 'household',
  label: 'Household',
  formVersion: null,
  timeZone: null,
  languages: ['en'],
  defaultLanguage: 'en',
  choices: {},
  items: [],
}

const entry = (createdByEmail: string, device: string | null): HistoryEntry => ({
  id: crypto.randomUUID(),
  timestamp: '2026-11-14T09:30:00.000Z',
  createdByEmail,
  device,
  action: 'update',
  isUndo: false,
  comment: null,
  changes: [],
  recalculated: [],
})

const authors = () => screen.getAllByRole('listitem').map((item) => item.querySelector('span')?.textContent)

test('names the device for a change by a phone, and the manager who accepted its answers', () => {
  const history = [
    entry('manager@example.org', 'Phone of Ana'),
    entry('device', 'Phone of Ana'),
    entry('device', null),
    entry('rui@example.org', null),
  ]
  render(<HistoryList history={history} survey={survey} />)
  expect(authors()).toEqual(['manager@example.org', 'Phone of Ana', 'Phone', 'rui@example.org'])
})

test('a comment of a phone has a translated author', () => {
  const comments = ['device', 'rui@example.org'].map((createdByEmail, index): Comment => ({
    id: `0195d000-0000-7000-8000-00000000000${String(index)}`,
    comment: 'Edited on the phone',
    createdByEmail,
    createdAt: '2026-11-14T09:30:00.000Z',
    status: null,
  }))
  render(<CommentList comments={comments} />)
  expect(authors()).toEqual(['Phone', 'rui@example.org'])
})
