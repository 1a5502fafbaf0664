import type { Page } from '@playwright/test'

export interface Step {
  /** The index of the record that must be on screen after the step. */
  index: number
  /** How the step reached the record, for the failure message. */
  via: string
}

/**
 * Tracks the position in a sequence of records and mirrors the browser's history, so that the targets of Back
 * and Forward are known. Call `push` after a navigation that adds a history entry, and after a page load.
 */
export const createWalk = (page: Page, first: number) => {
  let visited = [first]
  let position = 0
  const getIndex = () => visited[position] ?? first
  return {
    getIndex,
    push: (index: number, via: string): Step => {
      visited = [...visited.slice(0, position + 1), index]
      position += 1
      return { index, via }
    },
    back: async (): Promise<Step> => {
      position -= 1
      await page.goBack()
      return { index: getIndex(), via: 'Back' }
    },
    forward: async (): Promise<Step> => {
      position += 1
      await page.goForward()
      return { index: getIndex(), via: 'Forward' }
    },
  }
}
