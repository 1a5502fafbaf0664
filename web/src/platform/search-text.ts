import { parseSearchWith, stringifySearchWith } from '@tanstack/react-router'

const readsAsJson = /^[[{"]/

/** Reads text as text; only arrays and objects are JSON. A token of digits is not a number. */
const readSearch = (value: string): unknown => (readsAsJson.test(value) ? JSON.parse(value) : value)

/** The router calls this to detect text that needs quotes; plain text must throw. */
const writeSearch = (value: string): unknown => {
  if (!readsAsJson.test(value)) throw new SyntaxError('plain text')
  return JSON.parse(value)
}

/** Parse and write the search part of a URL, for the router and for links. */
export const readAddress = parseSearchWith(readSearch)
export const writeAddress = stringifySearchWith(JSON.stringify, writeSearch)
