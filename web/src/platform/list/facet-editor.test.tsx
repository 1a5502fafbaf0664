import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadLanguage } from '../i18n.ts'
import { renderPage } from '../testing/render-page.tsx'
import { FilterBar } from './filter-bar.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import type { Filter, FilterField } from './filter-fields.ts'

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadLanguage('en'))
afterEach(cleanup)

const people = [
  { value: 'Celso Tembe', count: 1204 },
  { value: 'Ana Sitoe', count: 17 },
  { value: 'Ângela Sitoe', count: 0 },
]

const createLoader =
  (requests: { query: string; filter: object }[], counts: 'filter' | 'survey', delayMs: number) =>
  async (query: string, filter: object) => {
    requests.push({ query, filter })
    await new Promise((resolve) => setTimeout(resolve, delayMs))
    const values = people.filter(({ value }) => value.toLowerCase().includes(query.toLowerCase()))
    return { values, counts, hasMore: query === '' }
  }

interface Options {
  narrow?: boolean
  counts?: 'filter' | 'survey'
  delayMs?: number
}

const open = async ({ narrow = false, counts = 'filter', delayMs = 0 }: Options = {}) => {
  const appliedFilters: { filter: Filter; replace: boolean | undefined }[] = []
  const requests: { query: string; filter: object }[] = []
  const load = createLoader(requests, counts, delayMs)
  await renderPage(() => {
    const [filter, setFilter] = useState<Filter>({ village: ['Calanga'] })
    const apply = (next: Filter, options?: { replace: boolean }) => {
      appliedFilters.push({ filter: next, replace: options?.replace })
      setTimeout(() => setFilter(next), 20)
    }
    const fields: FilterField[] = [
      {
        kind: 'facet',
        name: 'investigatorName',
        label: 'entities.surveyResponses.fields.investigatorName',
        quoted: true,
        filter,
        load,
      },
      { kind: 'texts', name: 'village', label: 'entities.surveyResponses.fields.village' },
      {
        kind: 'dates',
        valueType: 'date',
        name: 'dates',
        label: 'entities.surveyResponses.fields.surveyDate',
      },
    ]
    return narrow ? (
      <FilterDrawer {...{ fields, filter }} orderBy="" orders={[]} onApply={(next) => apply(next)} />
    ) : (
      <FilterBar
        {...{ fields, filter }}
        pinned={['investigatorName', 'dates']}
        onFilter={(change, options) => apply(change(filter), options)}
      />
    )
  })
  return { appliedFilters, requests, user: userEvent.setup() }
}

const combobox = () => screen.findByRole('combobox', { name: 'Enumerator' })
const option = (name: string | RegExp) => screen.findByRole('option', { name })

test('pinned filters always have a chip, which opens with a click', async () => {
  const { user, requests } = await open()
  const chips = screen.getAllByRole('button').map((button) => button.textContent.trim())
  expect(chips.slice(0, 3)).toEqual(['Enumerator', 'Any date', 'Village: Calanga'])
  await user.click(screen.getByRole('button', { name: 'Enumerator' }))
  const search = await combobox()
  await waitFor(() => expect(document.activeElement).toBe(search))
  await option(/Celso Tembe/)
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    'Celso Tembe1,204',
    'Ana Sitoe17',
    'Ângela Sitoe0',
  ])
  expect(screen.getByText('Type to find more.')).toBeDefined()
  expect(requests).toEqual([{ query: '', filter: { village: ['Calanga'] } }])
  await user.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Enumerator' })))
})

test('a click on a name applies the whole name and closes the picker', async () => {
  const { user, appliedFilters } = await open()
  await user.click(screen.getByRole('button', { name: 'Enumerator' }))
  await user.click(await screen.findByText('Ana Sitoe'))
  await waitFor(() =>
    expect(appliedFilters).toEqual([
      { filter: { village: ['Calanga'], investigatorName: ['"Ana Sitoe"'] }, replace: false },
    ]),
  )
  const chip = await screen.findByRole('button', { name: 'Enumerator: Ana Sitoe' })
  expect(document.activeElement).toBe(chip)
})

test('checkboxes choose several values, each applied at once, as one history entry', async () => {
  const { user, appliedFilters } = await open()
  await user.click(screen.getByRole('button', { name: 'Enumerator' }))
  for (const name of [/Celso/, /Ana/]) {
    const box = (await option(name)).querySelector('.facet-box')
    await user.click(box as Element)
    await waitFor(async () => expect((await option(name)).getAttribute('aria-selected')).toBe('true'))
  }
  expect(appliedFilters.map(({ filter }) => filter['investigatorName'])).toEqual([
    ['"Celso Tembe"'],
    ['"Celso Tembe"', '"Ana Sitoe"'],
  ])
  expect(appliedFilters.map(({ replace }) => replace)).toEqual([false, true])
  expect(await screen.findByRole('button', { name: 'Enumerator: Celso Tembe, Ana Sitoe' })).toBeDefined()
})

test('Enter applies the first match of the typed text, also before the values are loaded', async () => {
  const { user, appliedFilters, requests } = await open({ delayMs: 100 })
  await user.click(screen.getByRole('button', { name: 'Enumerator' }))
  await user.type(await combobox(), 'sitoe{Enter}')
  await waitFor(() =>
    expect(appliedFilters.map(({ filter }) => filter['investigatorName'])).toEqual([['"Ana Sitoe"']]),
  )
  expect(requests.at(-1)?.query).toBe('sitoe')
})

test('arrow keys move over the values, and the typed part of a name is one of them', async () => {
  const { user, appliedFilters } = await open()
  await user.click(screen.getByRole('button', { name: 'Enumerator' }))
  await user.type(await combobox(), 'sit')
  await option('contains “sit”')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(3))
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{ArrowDown}')
  expect((await combobox()).getAttribute('aria-activedescendant')).toBe((await option('contains “sit”')).id)
  await user.keyboard('{Enter}')
  await waitFor(() => expect(appliedFilters.at(-1)?.filter['investigatorName']).toEqual(['sit']))
  expect(await screen.findByRole('button', { name: 'Enumerator: contains “sit”' })).toBeDefined()
})

test('reports counts that ignore other filters, and searches without a match', async () => {
  const { user } = await open({ counts: 'survey' })
  await user.click(screen.getByRole('button', { name: 'Enumerator' }))
  expect(await screen.findByText(/Counts ignore the other filters/)).toBeDefined()
  await user.type(await combobox(), 'xyz')
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1))
})

test('on a phone the values are checkboxes in the drawer, applied with the other filters', async () => {
  const { user, appliedFilters, requests } = await open({ narrow: true })
  await user.click(screen.getByRole('button', { name: /Filters/ }))
  const search = await combobox()
  expect(requests).toEqual([])
  await user.click(search)
  await user.click(await screen.findByText('Ana Sitoe'))
  await user.click(await screen.findByText('Celso Tembe'))
  expect(appliedFilters).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Show results' }))
  expect(appliedFilters[0]?.filter['investigatorName']).toEqual(['"Ana Sitoe"', '"Celso Tembe"'])
})
