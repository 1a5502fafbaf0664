import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'

import { loadLanguage } from '#platform/i18n.ts'

import { ChartPanel } from './chart-panel.tsx'

beforeAll(() => loadLanguage('en'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const BrokenChart = (): never => {
  throw new Error('cannot be drawn')
}

const open = (drawn: React.ReactNode) =>
  render(
    <main>
      <h1>Dashboard</h1>
      <ChartPanel
        title="Responses per day"
        subtitle=""
        legend={[]}
        fileName="days"
        drawing={{ current: null }}
        table={
          <table>
            <tbody>
              <tr>
                <td>2026-11-15</td>
              </tr>
            </tbody>
          </table>
        }
      >
        {drawn}
      </ChartPanel>
    </main>,
  )

test('shows a table when the chart fails to draw, and keeps the rest of the page', () => {
  // React logs every caught error to the console.
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  open(<BrokenChart />)
  expect(screen.getByText('The chart could not be drawn. Its figures are in this table.')).toBeDefined()
  expect(screen.getByRole('cell', { name: '2026-11-15' })).toBeDefined()
  expect(screen.getByRole('heading', { level: 1 })).toBeDefined()
})

test('switches between chart and table', async () => {
  open(<p>drawn</p>)
  expect(screen.queryByRole('table')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Table' }))
  expect(screen.getByRole('cell', { name: '2026-11-15' })).toBeDefined()
  expect(screen.queryByText('drawn')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Chart' }))
  expect(screen.getByText('drawn')).toBeDefined()
})
