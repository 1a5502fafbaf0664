import type { Page } from '@playwright/test'

export interface Step {
  /** The index of the record that must be on screen after the step. */
  at: number
  /** How the step reached the record, for the failure message. */
  way: string
}

/**
 * Tracks the position in a sequence of records and mirrors the browser's history, so that the targets of Back
 * and Forward are known. Call `push` after a navigation that adds a history entry, and after a page load.
 */
export const createWalk = (page: Page, first: number) => {
  let visited = [first]
  let index = 0
  const at = () => visited[index] ?? first
  return {
    at,
    push: (to: number, way: string): Step => {
      visited = [...visited.slice(0, index + 1), to]
      index += 1
      return { at: to, way }
    },
    canGoBack: () => index > 0,
    back: async (): Promise<Step> => {
      index -= 1
      await page.goBack()
      return { at: at(), way: 'Back' }
    },
    forward: async (): Promise<Step> => {
      index += 1
      await page.goForward()
      return { at: at(), way: 'Forward' }
    },
  }
}
