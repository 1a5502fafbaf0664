import { expect } from '@playwright/test'
import type { Locator, Page } from '@playwright/test'

/** Performs and counts the actions of a user. A click, a key press and a typed text are one action each. */
export const countActions = (page: Page) => {
  let count = 0
  const press = async (key: string): Promise<void> => {
    count += 1
    await page.keyboard.press(key)
  }
  return {
    count: () => count,
    press,
    click: async (target: Locator): Promise<void> => {
      count += 1
      await target.click()
    },
    type: async (text: string): Promise<void> => {
      count += 1
      await page.keyboard.type(text)
    },
    /** Presses Tab until the target has the focus. Counts every press. */
    tabTo: async (target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> => {
      await expect(target).toBeVisible()
      const isFocused = () => target.evaluate((element) => element === document.activeElement)
      for (let tabs = 0; !(await isFocused()); tabs += 1) {
        if (tabs === 60) throw new Error('60 presses of Tab did not reach the target')
        await press(key)
      }
    },
  }
}
