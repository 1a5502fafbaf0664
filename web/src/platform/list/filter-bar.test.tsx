import { date, id, oneOrMany, range, text } from '@baseline/contract/fields.ts'
import { route } from '@baseline/contract/http.ts'
import { listQuery, pageOf } from '@baseline/contract/list.ts'
import { cleanup, configure, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'

import { loadAllTexts } from '../testing/load-texts.ts'
import { renderPage } from '../testing/render-page.tsx'
import { today } from '../time.ts'
import { FilterBar } from './filter-bar.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import type { Filter } from './filter-fields.ts'
import { defineList } from './list-definition.ts'

const list = defineList({
  name: 'people',
  route: route({
    method: 'GET',
    path: '/people',
    access: 'iamRead',
    summary: 'People',
    query: listQuery(
      {
        id: id.optional(),
        bornRange: range(date).optional(),
        name: text({ max: 255 }).optional(),
        place: oneOrMany(text({ max: 255 })).optional(),
      },
      ['id'],
    ),
    response: pageOf(z.object({ id: z.string() })),
  }),
  defaultOrder: 'id_ASC',
  search: 'id',
  filters: [
    { kind: 'text', name: 'id', label: 'user.fields.id' },
    { kind: 'dates', valueType: 'date', name: 'bornRange', label: 'auditLog.fields.timestamp' },
    { kind: 'text', name: 'name', label: 'user.fields.fullName' },
    { kind: 'texts', name: 'place', label: 'entities.surveyResponses.fields.village' },
  ],
  count: { one: 'auditLog.count.one', many: 'auditLog.count.many', estimate: 'auditLog.count.estimate' },
})

vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 8000 })
beforeAll(() => loadAllTexts('en'))
afterEach(cleanup)

const open = async ({ narrow = false, updateDelay = 20 } = {}) => {
  const appliedFilters: Filter[] = []
  await renderPage(() => {
    const [filter, setFilter] = useState<Filter>({})
    const apply = (next: Filter) => {
      appliedFilters.push(next)
      // Updates asynchronously, like the URL.
      setTimeout(() => setFilter(next), updateDelay)
    }
    const { problemOf } = list
    const rows = [{ place: 'Xinavane' }, { place: null }, { place: 'Calanga' }]
    const fields = list.filters.map((field) => (field.kind === 'texts' ? { ...field, rows } : field))
    return narrow ? (
      <FilterDrawer {...{ fields, problemOf, filter }} orderBy="" orders={[]} onApply={apply} />
    ) : (
      <FilterBar
        {...{ fields, problemOf, filter }}
        onFilter={(change) => apply(change(appliedFilters.at(-1) ?? {}))}
      />
    )
  })
  const user = userEvent.setup()
  return {
    appliedFilters,
    user,
    add: async (name: string) => {
      await user.click(screen.getByRole('button', { name: 'Filter' }))
      await user.click(await screen.findByRole('menuitem', { name }))
    },
    apply: () => user.click(screen.getByRole('button', { name: 'Apply' })),
  }
}

const field = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const aPersonsId = '01a1ddae-bcb1-798e-b318-bc1163ea192c'

test('spec §5 shows an invalid value at its input', async () => {
  const { appliedFilters, user, add, apply } = await open()
  await add('Id')
  await user.type(await field('Id'), '01a1ddae')
  await apply()
  expect((await screen.findByRole('alert')).textContent).toBe('Id is invalid')
  expect(appliedFilters).toEqual([])
  expect(document.activeElement).toBe(await field('Id'))
  await user.clear(await field('Id'))
  await user.type(await field('Id'), `${aPersonsId} {Enter}`)
  await waitFor(() => expect(appliedFilters).toHaveLength(1))
})

test('moves the focus from the menu to the editor, to the chip, and back after removal', async () => {
  const { user, add } = await open()
  await add('Id')
  await user.type(await field('Id'), `${aPersonsId}{Enter}`)
  const chip = () => screen.getByRole('button', { name: `Id: ${aPersonsId}` })
  await waitFor(() => expect(document.activeElement).toBe(chip()))
  await user.keyboard('{Enter}')
  await user.type(await field('Id'), '{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(chip()))
  await user.click(screen.getByRole('button', { name: 'Remove the filter Id' }))
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' }))
  await add('Time')
  await user.type(await field('From'), '{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Filter' })))
  expect(screen.queryByRole('button', { name: 'Time' })).toBeNull()
})

test('a range has two date inputs, and the first is focused', async () => {
  const { appliedFilters, user, add } = await open()
  await add('Time')
  const from = await field('From')
  await waitFor(() => expect(document.activeElement).toBe(from))
  await user.keyboard('2026-02-31{Enter}')
  expect((await screen.findByRole('alert')).textContent).toBe('Time is invalid')
  expect(from.value).toBe('2026-02-31')
  await user.clear(from)
  await user.keyboard('2026-02-28{Enter}')
  await waitFor(() => expect(appliedFilters).toEqual([{ bornRange: ['2026-02-28', ''] }]))
  expect(await screen.findByRole('button', { name: 'Time: from 2026-02-28' })).toBeDefined()
})

test('a filter keeps an earlier filter that is not shown yet', async () => {
  const { appliedFilters, user, add, apply } = await open({ updateDelay: 60_000 })
  await add('Name')
  await user.type(await field('Name'), 'Joana')
  await apply()
  await add('Time')
  await user.click(await screen.findByRole('button', { name: 'Last 7 days' }))
  await waitFor(() =>
    expect(appliedFilters.at(-1)).toEqual({ name: 'Joana', bornRange: [today(-6), today()] }),
  )
})

test('applies a preset at once', async () => {
  const { appliedFilters, user, add } = await open()
  await add('Time')
  await user.click(await screen.findByRole('button', { name: 'Last 7 days' }))
  await waitFor(() => expect(appliedFilters).toEqual([{ bornRange: [today(-6), today()] }]))
  const chip = await screen.findByRole('button', { name: `Time: ${today(-6)} – ${today()}` })
  expect(document.activeElement).toBe(chip)
})

test('last week is Monday to Sunday of the week before', async () => {
  const { appliedFilters, user, add } = await open()
  await add('Time')
  await user.click(await screen.findByRole('button', { name: 'Last week' }))
  await waitFor(() => expect(appliedFilters).toHaveLength(1))
  const [from = '', to = ''] = (appliedFilters[0]?.['bornRange'] ?? []) as string[]
  const weekday = (day: string) => new Date(`${day}T12:00Z`).getUTCDay()
  expect([weekday(from), weekday(to)]).toEqual([1, 0])
  expect(Date.parse(to) - Date.parse(from)).toBe(6 * 86_400_000)
  expect(to < today()).toBe(true)
  expect(to >= today(-7)).toBe(true)
})

test('in the phone drawer a preset waits for the button', async () => {
  const { appliedFilters, user } = await open({ narrow: true })
  await user.click(screen.getByRole('button', { name: /Filters/ }))
  await user.click(await screen.findByRole('button', { name: 'Last 7 days' }))
  expect([(await field('From')).value, (await field('To')).value]).toEqual([today(-6), today()])
  expect(appliedFilters).toEqual([])
})

test('in the phone drawer every invalid value is reported before any is applied', async () => {
  const { appliedFilters, user } = await open({ narrow: true })
  await user.click(screen.getByRole('button', { name: /Filters/ }))
  await user.type(await field('Id'), 'nope')
  await user.type(await field('To'), '31/12/2026')
  await user.click(screen.getByRole('button', { name: 'Show results' }))
  expect((await screen.findAllByRole('alert')).map((alert) => alert.textContent)).toEqual([
    'Id is invalid',
    'Time is invalid',
  ])
  expect(appliedFilters).toEqual([])
  await user.clear(await field('Id'))
  await user.clear(await field('To'))
  await user.type(await field('To'), '2026-12-31')
  await user.click(screen.getByRole('button', { name: 'Show results' }))
  expect(appliedFilters).toEqual([{ id: '', bornRange: ['', '2026-12-31'] }])
})

test('shows that a short text matches only the beginning', async () => {
  const { user, add, apply } = await open()
  await add('Name')
  await user.type(await field('Name'), 'Jo')
  expect(screen.getByText('One or two characters match the beginning only.')).toBeDefined()
  await apply()
  await user.click(await screen.findByRole('button', { name: 'Name: begins with “Jo”' }))
  await user.type(await field('Name'), 'ã')
  expect(screen.queryByText(/only what begins/)).toBeNull()
  await apply()
  expect(await screen.findByRole('button', { name: 'Name: Joã' })).toBeDefined()
})

test('offers the values of the shown rows', async () => {
  const { appliedFilters, user, add, apply } = await open()
  await add('Village')
  await user.click(await screen.findByRole('button', { name: 'Xinavane' }))
  expect(screen.queryByRole('button', { name: 'Xinavane' })).toBeNull()
  expect(screen.getByRole('button', { name: 'Calanga' })).toBeDefined()
  expect(screen.getByText(/Whole names/)).toBeDefined()
  await apply()
  await waitFor(() => expect(appliedFilters).toEqual([{ place: ['Xinavane'] }]))
})

test('shows and removes a filter that is set elsewhere, but does not offer it', async () => {
  const fields = [{ kind: 'given', name: 'area', label: 'entities.surveyResponses.map.area' }] as const
  const appliedFilters: Filter[] = []
  await renderPage(() => (
    <>
      <FilterBar
        fields={fields}
        filter={{ area: '1/0/0' }}
        onFilter={(change) => appliedFilters.push(change({ area: '1/0/0' }))}
      />
      <FilterDrawer
        fields={fields}
        filter={{ area: '1/0/0' }}
        orderBy=""
        orders={[]}
        onApply={(filter) => appliedFilters.push(filter)}
      />
    </>
  ))
  const user = userEvent.setup()
  expect(screen.getByText('Area on the map')).toBeInstanceOf(HTMLElement)
  expect(screen.queryByRole('button', { name: 'Filter' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Remove the filter Area on the map' }))
  await user.click(screen.getByRole('button', { name: /Filters/ }))
  await user.click(screen.getAllByRole('button', { name: 'Remove the filter Area on the map' })[1]!)
  await user.click(screen.getByRole('button', { name: 'Show results' }))
  expect(appliedFilters).toEqual([{}, { area: '' }])
})
