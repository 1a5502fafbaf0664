import { expect } from '@playwright/test'
import type { Page } from '@playwright/test'

/** The content of a record screen at one moment. */
export interface PageContent {
  /** Labels and texts of the answers or facts, in order. */
  facts: [label: string, text: string][]
  /** The facts in the side panel of a response. */
  sidebar: [label: string, text: string][]
  /** Tables of repeats, each as rows of cells. The first row is the header. */
  tables: string[][][]
  /** Form fields by label. */
  fields: [label: string, value: string][]
  /** All text of the main area, including alternative texts of images and values of fields. */
  text: string
}

/**
 * Waits until the main heading is the title of the record, and returns the content of the page in the same
 * frame. This detects content that changes later than the title.
 */
export const readPageContent = async (page: Page, title: string): Promise<PageContent> => {
  const handle = await page.waitForFunction(
    (expected) => {
      const main = document.querySelector('main')
      if (!main || main.querySelector('h1')?.innerText.trim() !== expected) return undefined
      const textOf = (element: Element | null) =>
        element instanceof HTMLElement ? element.innerText.trim() : ''
      const currentTextOf = (element: Element | null) =>
        // Selector: excludes the previous value of a corrected answer, which belongs to the history.
        textOf(element?.querySelector('.answer-text') ?? element)
      const pairs = (lists: Element[]): [string, string][] =>
        lists.flatMap((list) =>
          [...list.querySelectorAll(':scope > div')].map((pair): [string, string] => {
            return [textOf(pair.querySelector('dt')), currentTextOf(pair.querySelector('dd'))]
          }),
        )
      const lists = [...main.querySelectorAll('dl')].filter((list) => !list.closest('ol, [role=tabpanel]'))
      const inputs = [...main.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')]
      return {
        facts: pairs(lists.filter((list) => !list.closest('aside'))),
        sidebar: pairs(lists.filter((list) => list.closest('aside'))),
        tables: [...main.querySelectorAll('table')].map((table) =>
          [...table.rows].map((row) => [...row.cells].map(currentTextOf)),
        ),
        fields: inputs.flatMap((input): [string, string][] => {
          const label = input.labels?.[0]
          return label ? [[textOf(label), input.value]] : []
        }),
        text: [
          main.innerText,
          ...[...main.querySelectorAll('img')].map(({ alt }) => alt),
          ...inputs.map(({ value }) => value),
        ].join('\n'),
      }
    },
    title,
    { timeout: 15_000 },
  )
  return (await handle.jsonValue()) as PageContent
}

/** Fails if the page shows the mark of another record. */
export const expectNoMarks = (others: readonly string[], { text }: PageContent): void => {
  const found = others.filter((mark) => text.includes(mark))
  expect(found, 'marks of other records on the page').toEqual([])
}
