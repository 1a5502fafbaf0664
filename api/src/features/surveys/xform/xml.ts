/** An element, or a text. Only serialize() writes markup, so that no content can become markup. */
export type XmlNode = XmlElement | string
export interface XmlElement {
  readonly name: string
  /** Attributes that are undefined are left out. */
  readonly attributes: Readonly<Record<string, string | undefined>>
  readonly children: readonly XmlNode[]
}

export const element = (
  name: string,
  attributes: XmlElement['attributes'] = {},
  children: readonly XmlNode[] = [],
): XmlElement => ({ name, attributes, children })

/** Characters that XML 1.0 does not allow, not even as references. */
// oxlint-disable-next-line no-control-regex -- these are the characters to remove
const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Most texts need no change; a form can have 200,000 of them. */
const isPlain = (text: string): boolean => /^[\w /:.,;?()'[\]=-]*$/.test(text)

const cleanText = (text: string): string => text.toWellFormed().replaceAll(forbidden, '')
const escapeText = (text: string): string =>
  isPlain(text) ? text : cleanText(text).replaceAll(/[&<>\r]/g, (character) => entities[character] ?? '')
const escapeAttribute = (text: string): string =>
  isPlain(text) ? text : cleanText(text).replaceAll(/[&<>"\t\n\r]/g, (character) => entities[character] ?? '')

const write = (node: XmlNode, parts: string[]): void => {
  if (typeof node === 'string') {
    parts.push(escapeText(node))
    return
  }
  const { name, attributes, children } = node
  parts.push('<', name)
  for (const key in attributes) {
    const value = attributes[key]
    if (value !== undefined) parts.push(' ', key, '="', escapeAttribute(value), '"')
  }
  if (children.length === 0) {
    parts.push('/>')
    return
  }
  const separator = children.some((child) => typeof child === 'string') ? '' : '\n'
  parts.push('>', separator)
  for (const child of children) {
    write(child, parts)
    parts.push(separator)
  }
  parts.push('</', name, '>')
}

/** Writes a node. Elements that contain only elements are written one per line. */
export const serialize = (node: XmlNode): string => {
  const parts: string[] = []
  write(node, parts)
  return parts.join('')
}
