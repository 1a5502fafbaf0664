// @vitest-environment node
import { afterEach, expect, test, vi } from 'vitest'

import { joinTabs } from './other-tabs.ts'
import type { Who } from './other-tabs.ts'

const open: { leave: () => void }[] = []
afterEach(() => {
  for (const tab of open.splice(0)) tab.leave()
})

const openTab = (who: Who) => {
  const reload = vi.fn<() => void>()
  const tab = joinTabs(() => who, reload)
  open.push(tab)
  return { ...tab, reload }
}

test('signing out, or in as another user, reloads the tabs that show another user', async () => {
  const [manager, sameManager, nobody, supervisor] = ['m', 'm', null, 's'].map(openTab)
  supervisor?.tell('s')
  await vi.waitFor(() => expect(manager?.reload).toHaveBeenCalledOnce())
  await vi.waitFor(() => expect(nobody?.reload).toHaveBeenCalledOnce())
  expect(supervisor?.reload).not.toHaveBeenCalled()

  supervisor?.tell(null)
  await vi.waitFor(() => expect(sameManager?.reload).toHaveBeenCalledTimes(2))
  expect(nobody?.reload).toHaveBeenCalledOnce()
})

test('does not reload a tab of the same user', async () => {
  const [first, second, other] = ['m', 'm', 's'].map(openTab)
  first?.tell('m')
  await vi.waitFor(() => expect(other?.reload).toHaveBeenCalledOnce())
  expect(second?.reload).not.toHaveBeenCalled()
})

test('a loading tab is not reloaded, but compares the user when it has finished', async () => {
  const reload = vi.fn<() => void>()
  let who: Who | undefined
  const loading = joinTabs(() => who, reload)
  open.push(loading)
  const [finished, witness] = ['m', 's'].map(openTab)
  finished?.tell('m')
  await vi.waitFor(() => expect(witness?.reload).toHaveBeenCalledOnce())
  who = 'm'
  loading.settle()
  expect(reload).not.toHaveBeenCalled()

  who = undefined
  witness?.tell('s')
  await vi.waitFor(() => expect(finished?.reload).toHaveBeenCalledOnce())
  who = 'm'
  loading.settle()
  expect(reload).toHaveBeenCalledOnce()
  loading.settle()
  expect(reload).toHaveBeenCalledOnce()
})
