import { elementsOf, getChild, parseXml } from './xml.ts'
import type { XmlElement } from './xml.ts'

/** The parts of an XForm that are needed to fill it. */
export interface FormParts {
  /** Root of the primary instance. */
  root: XmlElement
  /** Declarations of prefixes, which JavaRosa repeats in each submission, in its order. */
  prefixes: [string, string][]
  /** Attributes of the binds by the path of their question, named without prefix. */
  binds: ReadonlyMap<string, ReadonlyMap<string, string>>
  /** Paths of the repeats. */
  repeats: ReadonlySet<string>
}

export const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** A template is the pattern for new rows of a repeat, not a row. */
export const isTemplate = ({ attributes }: XmlElement): boolean =>
  [...attributes.keys()].some((name) => localName(name) === 'template')

/** Returns the position of a key in a small HashMap of Java, whose order JavaRosa writes. */
const hashOrder = (key: string): number => {
  let hash = 0
  for (const character of key) hash = (Math.imul(31, hash) + character.charCodeAt(0)) | 0
  return (hash ^ (hash >>> 16)) & 15
}

const readPrefixes = (html: XmlElement, root: XmlElement): [string, string][] =>
  [...new Map([root, html].flatMap(({ attributes }) => [...attributes]))]
    .filter(([name]) => name.startsWith('xmlns:'))
    .toSorted(([a], [b]) => hashOrder(localName(a)) - hashOrder(localName(b)))

const findDeep = (element: XmlElement, local: string): XmlElement[] =>
  elementsOf(element).flatMap((child) => [
    ...(child.local === local ? [child] : []),
    ...findDeep(child, local),
  ])

const nodesetOf = ({ attributes }: XmlElement): string => attributes.get('nodeset') ?? ''

/** Many interviews are filled from few forms. */
const partsByForm = new Map<string, FormParts>()

export const readFormParts = (xform: string): FormParts => {
  const parts = partsByForm.get(xform) ?? parseForm(xform)
  partsByForm.set(xform, parts)
  return parts
}

const parseForm = (xform: string): FormParts => {
  const html = parseXml(xform)
  const model = getChild(getChild(html, 'head'), 'model')
  const [root] = elementsOf(getChild(model, 'instance'))
  if (!root) throw new Error('the primary instance is empty')
  const binds = elementsOf(model).filter(({ local }) => local === 'bind')
  const repeats = findDeep(getChild(html, 'body'), 'repeat')
  return {
    root,
    prefixes: readPrefixes(html, root),
    binds: new Map(
      binds.map((bind) => [
        nodesetOf(bind),
        new Map([...bind.attributes].map(([name, value]) => [localName(name), value])),
      ]),
    ),
    repeats: new Set(repeats.map(nodesetOf)),
  }
}
