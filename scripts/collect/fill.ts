import { randomUUID } from 'node:crypto'

import { isTemplate, localName, readFormParts } from './form-parts.ts'
import type { FormParts } from './form-parts.ts'
import { elementsOf, textOf, writeXml } from './xml.ts'
import type { XmlElement } from './xml.ts'

/**
 * Answers by path: absolute in the form (`/data/household/size`), relative in the rows of a repeat (`member/age`).
 * A text is the value as JavaRosa writes it, null marks a question that is not relevant, and a list has one
 * entry per row of a repeat. Questions without an answer stay empty. Nothing is calculated.
 */
export interface Answers {
  readonly [path: string]: string | null | readonly Answers[]
}

export interface Interview {
  startedAt: Date
  endedAt: Date
  /** Offset of the phone's time zone from UTC. */
  offsetMinutes: number
  /** Values of `jr:preload="property"`, such as `deviceid` and `username`. */
  properties: Readonly<Record<string, string>>
}

/** The answers for a form or for one row, with the paths that were found in the form. */
interface Scope {
  answers: Answers
  base: string
  known: Set<string>
}

const twoDigits = (value: number): string => String(value).padStart(2, '0')

const localTime = (date: Date, offsetMinutes: number): string =>
  new Date(date.getTime() + offsetMinutes * 60_000).toISOString().slice(0, -1)

/** Writes a moment as JavaRosa does: with milliseconds and the offset of the phone, or Z for no offset. */
export const writeTimestamp = (date: Date, offsetMinutes: number): string => {
  const minutes = Math.abs(offsetMinutes)
  const offset = `${offsetMinutes < 0 ? '-' : '+'}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`
  return `${localTime(date, offsetMinutes)}${offsetMinutes === 0 ? 'Z' : offset}`
}

/** Returns the value that the phone enters without a question. */
const preloadOf = (
  bind: ReadonlyMap<string, string> | undefined,
  interview: Interview,
): string | undefined => {
  const { startedAt, endedAt, offsetMinutes, properties } = interview
  const parameter = bind?.get('preloadParams') ?? ''
  switch (bind?.get('preload')) {
    case 'uid':
      return `uuid:${randomUUID()}`
    case 'timestamp':
      return writeTimestamp(parameter === 'end' ? endedAt : startedAt, offsetMinutes)
    case 'date':
      return localTime(startedAt, offsetMinutes).slice(0, 10)
    case 'property':
      return properties[parameter.toLowerCase()]
    default:
      return undefined
  }
}

const findAnswer = (path: string, { answers, base, known }: Scope): Answers[string] | undefined => {
  const key = base === '' ? path : path.slice(base.length + 1)
  known.add(key)
  return answers[key]
}

const refuseUnknown = ({ answers, base, known }: Scope): void => {
  const unknown = Object.keys(answers).find((key) => !known.has(key))
  if (unknown !== undefined) throw new Error(`the form has no ${base === '' ? '' : `${base}/`}${unknown}`)
}

const withText = (element: XmlElement, text: string): XmlElement => ({
  ...element,
  children: text === '' ? [] : [text],
})

const withoutFormAttributes = (element: XmlElement): XmlElement => ({
  ...element,
  attributes: new Map(
    [...element.attributes].filter(([name]) => localName(name) !== 'template' && !name.startsWith('xmlns')),
  ),
})

/** Fills a form with answers and returns the submission as JavaRosa writes it. */
export const fillForm = (xform: string, answers: Answers, interview: Interview): string => {
  const parts: FormParts = readFormParts(xform)

  const fillElement = (template: XmlElement, path: string, scope: Scope): XmlElement | undefined => {
    const answer = findAnswer(path, scope)
    if (answer === null) return undefined
    const element = withoutFormAttributes(template)
    if (typeof answer === 'string') return withText(element, answer)
    if (elementsOf(template).length > 0) return { ...element, children: fillChildren(template, path, scope) }
    return withText(element, preloadOf(parts.binds.get(path), interview) ?? textOf(template))
  }

  const fillRow = (template: XmlElement, path: string, row: Answers): XmlElement => {
    const scope: Scope = { answers: row, base: path, known: new Set() }
    const filled = { ...withoutFormAttributes(template), children: fillChildren(template, path, scope) }
    refuseUnknown(scope)
    return filled
  }

  /** JavaRosa writes all rows of a repeat where the first one is. */
  const fillChildren = (parent: XmlElement, path: string, scope: Scope): XmlElement[] => {
    const byName = Map.groupBy(elementsOf(parent), ({ local }) => local)
    return [...byName].flatMap(([local, templates]) => {
      const childPath = `${path}/${local}`
      const [first] = templates
      const answer = findAnswer(childPath, scope)
      if (first && answer !== undefined && answer !== null && typeof answer !== 'string')
        return answer.map((row) => fillRow(first, childPath, row))
      return templates
        .filter((template) => !isTemplate(template))
        .flatMap((template) => fillElement(template, childPath, scope) ?? [])
    })
  }

  const scope: Scope = { answers, base: '', known: new Set() }
  const root = fillElement(parts.root, `/${parts.root.local}`, scope)
  if (!root) throw new Error('the whole form is not relevant')
  refuseUnknown(scope)
  return writeXml({ ...root, attributes: new Map([...root.attributes, ...parts.prefixes]) })
}
