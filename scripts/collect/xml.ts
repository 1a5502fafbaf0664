import { SaxesParser } from 'saxes'

export interface XmlElement {
  /** Name with its prefix. */
  name: string
  local: string
  namespace: string
  /** By name with prefix, in the order of the document. */
  attributes: Map<string, string>
  children: (XmlElement | string)[]
}

/** Reads a document. Throws if it is not well-formed. */
export const parseXml = (text: string): XmlElement => {
  const parser = new SaxesParser({ xmlns: true })
  const open: XmlElement[] = []
  let root: XmlElement | undefined
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, local, uri, attributes }) => {
    const values = Object.entries(attributes).map(([key, { value }]): [string, string] => [key, value])
    const element: XmlElement = { name, local, namespace: uri, attributes: new Map(values), children: [] }
    open.at(-1)?.children.push(element)
    open.push(element)
    root ??= element
  })
  parser.on('text', (content) => open.at(-1)?.children.push(content))
  parser.on('cdata', (content) => open.at(-1)?.children.push(content))
  parser.on('closetag', () => open.pop())
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (!root) throw new Error('the document is empty')
  return root
}

export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((child) => typeof child !== 'string')

export const findChild = (element: XmlElement, local: string): XmlElement | undefined =>
  elementsOf(element).find((child) => child.local === local)

export const getChild = (element: XmlElement, local: string): XmlElement => {
  const child = findChild(element, local)
  if (!child) throw new Error(`<${element.name}> has no <${local}>`)
  return child
}

export const textOf = ({ children }: XmlElement): string =>
  children
    .filter((child) => typeof child === 'string')
    .join('')
    .trim()

/** Escapes like the serializer of JavaRosa (kxml2), which also escapes `@` and control characters. */
const escape = (text: string, quotation?: string): string =>
  text.replaceAll(/[&<>"'@\p{Cc}]/gu, (character) => {
    switch (character) {
      case '&':
        return '&amp;'
      case '<':
        return '&lt;'
      case '>':
        return '&gt;'
      case '"':
        return quotation === character ? '&quot;' : character
      case "'":
        return quotation === character ? '&apos;' : character
      case '\n':
      case '\r':
      case '\t':
        return quotation === undefined ? character : `&#${String(character.charCodeAt(0))};`
      default:
        return character === '@' || character < ' ' ? `&#${String(character.charCodeAt(0))};` : character
    }
  })

const writeAttribute = ([name, value]: [string, string]): string => {
  const quotation = value.includes('"') ? "'" : '"'
  return ` ${name}=${quotation}${escape(value, quotation)}${quotation}`
}

const writeElement = ({ name, attributes, children }: XmlElement): string => {
  const head = name + [...attributes].map(writeAttribute).join('')
  const content = children.map((child) => (typeof child === 'string' ? escape(child) : writeElement(child)))
  return children.length === 0 ? `<${head} />` : `<${head}>${content.join('')}</${name}>`
}

/** Writes a document with the bytes that JavaRosa writes. */
export const writeXml = (root: XmlElement): string =>
  `<?xml version='1.0' encoding='UTF-8' ?>${writeElement(root)}`
