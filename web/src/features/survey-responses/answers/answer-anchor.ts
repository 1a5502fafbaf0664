/** Returns the id of the element that shows an answer. */
export const answerId = (path: string): string => `answer-${path}`

/** Scrolls to an answer and focuses it. An answer of a repeat that is not shown leads to its repeat. */
export const showAnswer = (path: string): void => {
  const [key = ''] = path.split('.')
  const element = document.getElementById(answerId(path)) ?? document.getElementById(answerId(key))
  element?.scrollIntoView({ block: 'center' })
  element?.focus({ preventScroll: true })
}
