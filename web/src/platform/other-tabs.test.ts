// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'

import { joinTabs } from './other-tabs.ts'
import type { UserId } from './other-tabs.ts'

const open: { leave: () => void }[] = []
afterEach(() => {
  for (const tab of open.splice(0)) tab.leave()
})

const openTab = (userId: UserId) => {
  const reload = vi.fn<() => void>()
  const tab = joinTabs(() => userId, reload)
  open.push(tab)
  return { ...tab, reload }
}

test('signing out, or in as another user, reloads the tabs that show another user', async () => {
  const [manager, sameManager, signedOut, supervisor] = ['m', 'm', null, 's'].map(openTab)
  supervisor?.announce('s')
  await vi.waitFor(() => expect(manager?.reload).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(signedOut?.reload).toHaveBeenCalledOnce())
  expect(supervisor?.reload).not.toHaveBeenCalled()

  supervisor?.announce(null)
  await vi.waitFor(() => expect(sameManager?.reload).toHaveBeenCalledTimes(2))
  expect(signedOut?.reload).toHaveBeenCalledOnce()
})

test('does not reload a tab of the same user', async () => {
  const [first, second, other] = ['m', 'm', 's'].map(openTab)
  first?.announce('m')
  await vi.waitFor(() => expect(other?.reload).toHaveBeenCalledOnce())
  expect(second?.reload).not.toHaveBeenCalled()
})

test('a loading tab is not reloaded, but compares the user when it has finished', async () => {
  const reload = vi.fn<() => void>()
  let userId: UserId | undefined
  const loading = joinTabs(() => userId, reload)
  open.push(loading)
  const [finished, witness] = ['m', 's'].map(openTab)
  finished?.announce('m')
  await vi.waitFor(() => expect(witness?.reload).toHaveBeenCalledOnce())
  userId = 'm'
  loading.applyMissed()
  expect(reload).not.toHaveBeenCalled()

  userId = undefined
  witness?.announce('s')
  await vi.waitFor(() => expect(finished?.reload).toHaveBeenCalledOnce())
  userId = 'm'
  loading.applyMissed()
  expect(reload).toHaveBeenCalledOnce()
  loading.applyMissed()
  expect(reload).toHaveBeenCalledOnce()
})
