/** XML of the OpenRosa protocol 1.0. */

/** The media type that ODK Collect requires: it refuses `application/xml`. */
export const openRosaType = 'text/xml; charset=utf-8'

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** Characters that XML 1.0 cannot contain, also not as a reference. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

const escapeXml = (text: string): string =>
  text.replaceAll(forbidden, '\u{FFFD}').replaceAll(/[&<>"]/g, (character) => entities[character] ?? '')

/** Writes elements that contain a text each, by name. Texts that are undefined are left out. */
export const writeFields = (fields: Readonly<Record<string, string | undefined>>): string =>
  Object.entries(fields)
    .map(([name, text]) => (text === undefined ? '' : `<${name}>${escapeXml(text)}</${name}>`))
    .join('')

/** Writes a document. `content` is XML. */
export const writeDocument = (root: string, namespace: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${content}</${root}>\n`

/** Returns the answer to a submission. Collect shows the message to the enumerator. */
export const openRosaResponse = (message: string): string =>
  writeDocument('OpenRosaResponse', 'http://openrosa.org/http/response', writeFields({ message }))
