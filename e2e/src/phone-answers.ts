import type { Answers } from '../../scripts/collect/fill.ts'
import { readFormParts } from '../../scripts/collect/form-parts.ts'
import { elementsOf } from '../../scripts/collect/xml.ts'
import type { XmlElement } from '../../scripts/collect/xml.ts'

type Values = Record<string, unknown>

/** Writes an answer as ODK Collect does. */
const writeAnswer = (value: unknown): string => {
  if (Array.isArray(value)) return value.join(' ')
  if (typeof value === 'object' && value !== null && 'latitude' in value) {
    const { latitude, longitude, accuracy } = value as Record<string, number>
    return [latitude, longitude, 0, accuracy].join(' ')
  }
  const text = String(value)
  return /^\d\d:\d\d$/.test(text) ? `${text}:00.000Z` : text
}

/** Returns answers by their path in a form, from answers by their key. */
export const toPhoneAnswers = (xform: string, values: Values): Answers => {
  const { root, repeats } = readFormParts(xform)
  const answersIn = (parent: XmlElement, base: string, given: Values, prefix: string): Answers => {
    const names = new Map(elementsOf(parent).map((element) => [element.local, element]))
    const entries = [...names].map(([name, element]): Answers => {
      const path = `${base}/${name}`
      const value = given[name]
      if (repeats.has(path) && Array.isArray(value))
        return {
          [prefix + name]: value.map((row: Values) => answersIn(element, path, row, '')),
        }
      if (elementsOf(element).length > 0) return answersIn(element, path, given, `${prefix}${name}/`)
      return value === undefined ? {} : { [prefix + name]: writeAnswer(value) }
    })
    return Object.assign({}, ...entries) as Answers
  }
  return answersIn(root, `/${root.local}`, values, `/${root.local}/`)
}
