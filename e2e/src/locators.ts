import type { Locator, Page } from '@playwright/test'

/** The title of the screen. */
export const mainHeading = (page: Page): Locator => page.getByRole('heading', { level: 1 })

/** The number of records above a list, such as `3 responses`. */
export const listCount = (page: Page): Locator => page.getByRole('status').getByRole('strong')

/** The rows of the table on a screen, without its heading. */
export const tableRows = (page: Page): Locator =>
  page.getByRole('main').getByRole('rowgroup').nth(1).getByRole('row')

/** The value of a term, such as the answer to a question. */
export const definitionOf = (page: Page, term: string): Locator =>
  page
    .getByRole('term')
    .and(page.getByText(term, { exact: true }))
    // Selector: a definition has no name, and only follows its term.
    .locator('xpath=following-sibling::dd')

/** The parts of a screen that are loading. */
export const busyParts = (page: Page): Locator => page.locator('[aria-busy="true"]')

/** The link to the current page or section. */
export const currentLink = (navigation: Locator): Locator => navigation.locator('[aria-current]')

/** The map of responses. */
export const responsesMap = (page: Page): Locator =>
  page.getByRole('region', { name: /^(Map of the responses|Mapa das respostas)$/ })

/** Returns the centre of the map of responses, where it shows the only circle. */
export const findMapCentre = async (page: Page): Promise<[x: number, y: number]> => {
  const { x = 0, y = 0, width = 0, height = 0 } = (await responsesMap(page).boundingBox()) ?? {}
  return [x + width / 2, y + height / 2]
}
