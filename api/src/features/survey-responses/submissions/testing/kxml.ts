import { SaxesParser } from 'saxes'

/** An element with its name as written, including the prefix. */
export interface XmlNode {
  name: string
  attributes: Record<string, string>
  children: XmlNode[]
  text: string
}

/** Reads the empty interview of an XForm: the element in its first instance. */
export const readTemplate = (xform: string): XmlNode => {
  const parser = new SaxesParser()
  const open: XmlNode[] = []
  let template: XmlNode | undefined
  parser.on('opentag', ({ name, attributes }) => {
    const node: XmlNode = { name, attributes: { ...attributes }, children: [], text: '' }
    const parent = open.at(-1)
    parent?.children.push(node)
    if (parent?.name === 'instance') template ??= node
    open.push(node)
  })
  parser.on('text', (text) => {
    const node = open.at(-1)
    if (node) node.text += text
  })
  parser.on('closetag', () => {
    open.pop()
  })
  parser.write(xform).close()
  if (!template) throw new Error('the form has no instance')
  return template
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

const toReference = (character: string): string => `&#${String(character.charCodeAt(0))};`

/** Escapes as kXML 2.3.0: control characters and `@` become decimal references, but not tabs and line breaks. */
const escapeText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[&<>]/g, (character) => entities[character] ?? '')
    // oxlint-disable-next-line no-control-regex -- kXML writes these characters as references
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f@]/g, toReference)

const escapeAttribute = (text: string): string =>
  escapeText(text)
    .replaceAll("'", '&apos;')
    .replaceAll(/[\t\n\r]/g, toReference)

const writeNode = ({ name, attributes, children, text }: XmlNode): string => {
  const start = [
    name,
    ...Object.entries(attributes).map(([key, value]) => `${key}='${escapeAttribute(value)}'`),
  ].join(' ')
  const content = escapeText(text) + children.map(writeNode).join('')
  return content === '' ? `<${start} />` : `<${start}>${content}</${name}>`
}

/** Writes an interview as the serializer of Collect does. */
export const writeXml = (root: XmlNode): string => `<?xml version='1.0' encoding='UTF-8' ?>${writeNode(root)}`
