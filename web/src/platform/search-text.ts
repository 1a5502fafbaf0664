import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

const readsAsJson = /^[[{"]/

/** Text in the address stays text; only lists and objects are JSON. A token of digits is no number. */
const readSearch = (value: string): unknown => (readsAsJson.test(value) ? JSON.parse(value) : value)

/** The router asks what would be read as something else, to quote it; for plain text it wants an exception. */
const writeSearch = (value: string): unknown => {
  if (!readsAsJson.test(value)) throw new SyntaxError('plain text')
  return JSON.parse(value)
}

/** What stands behind the question mark of an address, for the router and for links alike. */
export const readAddress = parseSearchWith(readSearch)
export const writeAddress = stringifySearchWith(JSON.stringify, writeSearch)
