import { expect, test } from 'vitest'

import { createByteBudget } from './byte-budget.ts'

/** Starts a reservation and returns how it went so far. */
const observe = (reservation: Promise<() => void>) => {
  const state: { is: 'waiting' | 'running' | 'refused'; end: () => void } = {
    is: 'waiting',
    end: () => undefined,
  }
  reservation.then(
    (end) => Object.assign(state, { is: 'running', end }),
    () => Object.assign(state, { is: 'refused' }),
  )
  return state
}
const settle = () => new Promise((resolve) => setTimeout(resolve, 20))

test('reservations run while there is room, then in their order', async () => {
  const reserve = createByteBudget({ bytes: 100, waitMs: 10_000 })
  const [first, second, large, small] = [60, 40, 90, 1].map((size) => observe(reserve(size)))
  await settle()
  expect([first, second, large, small].map((one) => one?.is)).toEqual([
    'running',
    'running',
    'waiting',
    'waiting',
  ])
  first?.end()
  await settle()
  // The small one does not overtake the large one.
  expect([large?.is, small?.is]).toEqual(['waiting', 'waiting'])
  second?.end()
  await settle()
  expect([large?.is, small?.is]).toEqual(['running', 'running'])
})

test('a reservation that waits too long is refused, and does not hold up the next', async () => {
  const reserve = createByteBudget({ bytes: 100, waitMs: 100 })
  await reserve(50)
  const large = reserve(60)
  const small = observe(reserve(50))
  await expect(large).rejects.toMatchObject({ code: 'errors.busy' })
  await settle()
  expect(small.is).toBe('running')
})

test('a reservation above the budget runs alone', async () => {
  const reserve = createByteBudget({ bytes: 100, waitMs: 10_000 })
  const end = await reserve(1_000)
  const next = observe(reserve(1))
  await settle()
  expect(next.is).toBe('waiting')
  end()
  await settle()
  expect(next.is).toBe('running')
})
