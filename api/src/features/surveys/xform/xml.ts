/** An element, or a text. Only serialize() writes markup, so that no content can become markup. */
export type XmlNode = XmlElement | string
export interface XmlElement {
  readonly name: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
}

/** Attributes that are undefined are left out. */
export const element = (
  name: string,
  attributes: Readonly<Record<string, string | undefined>> = {},
  children: readonly XmlNode[] = [],
): XmlElement => ({
  name,
  attributes: Object.fromEntries(
    Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])),
  ),
  children,
})

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

const cleanText = (text: string): string => text.toWellFormed().replaceAll(forbidden, '')
const escapeText = (text: string): string =>
  cleanText(text).replaceAll(/[&<>\r]/g, (character) => entities[character] ?? character)
const escapeAttribute = (text: string): string =>
  cleanText(text).replaceAll(/[&<>"\t\n\r]/g, (character) => entities[character] ?? character)

/** Writes a node. Elements that contain only elements are written one per line. */
export const serialize = (node: XmlNode): string => {
  if (typeof node === 'string') return escapeText(node)
  const { name, attributes, children } = node
  const start = `${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escapeAttribute(value)}"`)
    .join('')}`
  if (children.length === 0) return `<${start}/>`
  const separator = children.some((child) => typeof child === 'string') ? '' : '\n'
  return `<${start}>${separator}${children.map(serialize).join(separator)}${separator}</${name}>`
}
