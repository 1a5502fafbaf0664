const readsAsJson = /^[[{"]/

/** Text in the address stays text; only lists and objects are JSON. A token of digits is no number. */
export const readSearch = (value: string): unknown => (readsAsJson.test(value) ? JSON.parse(value) : value)

/** The router asks what would be read as something else, to quote it; for plain text it wants an exception. */
export const writeSearch = (value: string): unknown => {
  if (!readsAsJson.test(value)) throw new SyntaxError('plain text')
  return JSON.parse(value)
}
