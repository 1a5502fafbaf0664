const prefix = 'answer-'

/** Returns the id of the element that shows an answer. */
export const answerId = (path: string): string => `${prefix}${path}`

/** Returns the path of the answer that an element belongs to. */
export const pathOfElement = (element: Element): string | undefined =>
  element.closest(`[id^="${prefix}"]`)?.id.slice(prefix.length)

const elementOf = (path: string): HTMLElement | null => {
  const [key = ''] = path.split('.')
  return document.getElementById(answerId(path)) ?? document.getElementById(answerId(key))
}

/** Focuses an answer where it is. */
export const focusAnswer = (path: string): void => elementOf(path)?.focus({ preventScroll: true })

/** Scrolls to an answer and focuses it. An answer of a repeat that is not shown leads to its repeat. */
export const showAnswer = (path: string): void => {
  elementOf(path)?.scrollIntoView({ block: 'center' })
  focusAnswer(path)
}
